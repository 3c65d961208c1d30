// Calls of function templates with numbers, for which the instantiation has its own staged variant, and properties of
// the text of such a variant.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "model/words.h"
#include "parse/build/function_builder.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/instance_pack.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/types/class_instance.h"
#include "parse/queries/types/library_functor.h"
#include "parse/queries/types/type_class.h"

namespace agc::parse {

using model::Expr;
using Kind = Expr::Kind;

/// Returns true if the expression names a parameter of this instantiation that holds a lambda or a function.
bool FunctionBuilder::is_callable_parameter(const clang::Expr* source) const {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
  const auto* parameter = reference ? llvm::dyn_cast<clang::ParmVarDecl>(reference->getDecl()) : nullptr;
  if (!parameter || function_.instance == 0) return false;
  const FunctionBuilder* root = this;
  while (root->parent_) root = root->parent_;
  return root->variables_.count(parameter) && is_deduced_callable(parameter);
}

/// Collects a call of an instantiation whose numbers may be symbolic. Returns false for other calls.
bool FunctionBuilder::collect_instance_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* definition = numeric_instance(callee, text_);
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!definition || !reference) return false;
  const bool in_place = stays_in_place(definition);
  if (in_place && source->isLValue()) return false;
  if (in_place && annotation_of(text_of_instance(definition)).kind == Annotation::Function) return false;
  Expr result = wrapped(Kind::Call, source, {});
  result.name = callee->getNameAsString();
  if (in_place) collect_arguments(callee, {source->getArgs(), source->getNumArgs()}, 0, result.operands);
  for (unsigned k = 0; k < source->getNumArgs() && !in_place; ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (is_deduced_callable(callee->getParamDecl(k)) && !llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      note_given(definition, k, argument);
      result.operands.push_back(function_value(argument));
    } else {
      converted_argument(callee, k, argument, result.operands);
    }
  }
  result.names_parameters =
      has_several_instances(definition, text_) || pack_parameter(template_of_instance(definition));
  result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  if (!callee->isOverloadedOperator()) {
    const bool listed = reference->hasExplicitTemplateArgs();
    result.head = {text_.token(reference->getLocation()).begin,
                   text_.token(listed ? reference->getRAngleLoc() : reference->getLocation()).end};
    result.variant = instance_name(definition, text_);
  }
  if (follows_functions(result, "the template '" + result.name + "'")) {
    result.callee = model::instance_identity(definition);
    instances_.insert(definition);
  } else {  // containers of numbers have to be known, too
    for (Expr& operand : result.operands) {
      if (!operand.holds_function) need_known(operand.operands, "the template '" + result.name + "'");
    }
  }
  out.push_back(std::move(result));
  return true;
}

/// Returns f of std::invoke(f, x), or null for other calls.
static const clang::Expr* called_argument(const clang::CallExpr* call) {
  const clang::FunctionDecl* callee = call->getDirectCallee();
  const bool invokes = callee && !llvm::isa<clang::CXXOperatorCallExpr>(call) && is_in_std(callee);
  return invokes ? called_object(call) : nullptr;
}

/// Collects f(x) in an instantiation that received f as an argument.
bool FunctionBuilder::collect_callable_call(const clang::CallExpr* source, const clang::Expr* called,
                                            llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out) {
  if (const clang::Expr* object = called_object(source)) {
    if (object != as_written(called) && object == called_argument(source)) arguments = arguments.drop_front();
    called = object;
  }
  if (is_transparent_functor(called->getType())) {  // an operator on the arguments
    Expressions operands;
    for (const clang::Expr* argument : arguments) operands.push_back(expression(argument, {}));
    collect(called, {}, out);
    out.push_back(wrapped(Kind::Opaque, source, std::move(operands)));
    return true;
  }
  if (!is_callable_parameter(called)) return false;
  Expressions operands;
  for (const clang::Expr* argument : arguments) {
    if (is_structure_of_numbers(argument->getType())) {
      collect_value(argument, operands);
    } else {
      collect(argument, {}, operands);
    }
  }
  collect(called, {}, out);
  const bool numeric = is_stageable_number(source->getType()) || is_structure_of_numbers(source->getType());
  Expr result = wrapped(numeric ? Kind::Call : Kind::HostCall, source, std::move(operands));
  result.of_passed = numeric;
  result.name = "lambda";
  out.push_back(std::move(result));
  return true;
}

/// Keeps only the taken branch of an `if constexpr` in this instantiation. Returns false for other statements.
bool FunctionBuilder::chosen_branch(const clang::Stmt* source, model::Stmt& result) {
  const auto* choice = llvm::dyn_cast<clang::IfStmt>(source);
  if (!choice || !choice->isConstexpr() || function_.instance == 0) return false;
  const FunctionBuilder* root = this;
  while (root->parent_) root = root->parent_;
  const auto known = root->choices_.find(choice->getIfLoc().getRawEncoding());
  const auto chosen = choice->getNondiscardedCase(session_.ast());
  if (known == root->choices_.end() || !chosen) return false;
  const auto range_of = [&](const clang::Stmt* one) {
    model::Range range = text_.range(one->getSourceRange());
    const clang::Stmt* last = one;
    while (const auto* inner = llvm::dyn_cast<clang::IfStmt>(last))
      last = inner->getElse() ? inner->getElse() : inner->getThen();
    if (!llvm::isa<clang::CompoundStmt>(last)) range.end = text_.after_semicolon(one->getEndLoc());
    return range;
  };
  const model::Range whole = range_of(known->second);
  if (!*chosen) {
    function_.discarded.push_back({whole, "{}"});
    result.kind = model::Stmt::Kind::Null;
    result.range = whole;
    return true;
  }
  const bool first = *chosen == choice->getThen();
  const model::Range kept = range_of(first ? known->second->getThen() : known->second->getElse());
  function_.discarded.push_back({{whole.begin, kept.begin}, ""});
  if (kept.end < whole.end) function_.discarded.push_back({{kept.end, whole.end}, ""});
  result = statement(*chosen);
  return true;
}

/// Describes a parameter of the staged variant, with the types of the instantiation.
void FunctionBuilder::instance_parameter(const clang::ParmVarDecl* declared, unsigned index,
                                         const clang::FunctionDecl* source, model::Parameter& parameter) {
  const clang::ParmVarDecl* written = source->getParamDecl(std::min(index, source->getNumParams() - 1));
  parameter.in_pack = written->isParameterPack();
  parameter.is_callable = is_deduced_callable(declared);
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  model::Variable& variable = function_.variable(parameter.variable);
  const clang::QualType type = declared->getType();
  if (written->hasDefaultArg()) parameter.default_value = text_.flat_text(default_argument(written, text_));
  if (variable.has_numbers) {
    clang::QualType value = type.getNonReferenceType();
    parameter.after_type = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
    if (declared->getIdentifier()) parameter.after_type += " " + declared->getNameAsString();
    if (const clang::ConstantArrayType* array = followed_array(value)) {  // for const double (&v)[3]
      parameter.after_type = " (" + parameter.after_type + ")";
      for (; array; array = followed_array(value)) {
        value = array->getElementType();
        parameter.after_type += "[" + std::to_string(array->getSize().getZExtValue()) + "]";
      }
      variable.promotion.element = type_class(value);
    }
    parameter.before_type = value.isConstQualified() ? "const " : "";
    variable.promotion.declared_name.clear();
    variable.promotion.type = value.getUnqualifiedType().getAsString(policy);
    variable.promotion.possible = !value.isVolatileQualified();
    variable.promotion.deduced = false;
    variable.promotion.type_range = {};
  } else if (!parameter.is_callable) {
    parameter.text = declared->getNameAsString();
    type.getAsStringInternal(parameter.text, policy);
  } else if (model::contains_word(parameter.text, "auto")) {  // without its concept: staged types may not satisfy it
    const clang::QualType given = written->getType();
    const std::string reference = given->isLValueReferenceType() ? "&" : given->isRValueReferenceType() ? "&&" : "";
    parameter.text = given.getNonReferenceType().isConstQualified() ? "const auto" : "auto";
    parameter.text += reference + " " + declared->getNameAsString();
  }
}

/// Describes a parameter of a friend of an instantiation, or of a method whose text stands outside of the template: its
/// type has to be named outside of the class.
void FunctionBuilder::outside_parameter(const clang::ParmVarDecl* declared, const clang::FunctionDecl* function,
                                        model::Parameter& parameter) {
  const bool method = !function_.staged_method.scope.empty();
  if (method && !text_of_instance(function)->isOutOfLine() && !is_member_instance(function)) return;
  parameter.is_callable = is_member_instance(function) && is_deduced_callable(declared);
  if (parameter.is_callable) return;  // the template parameter stays
  const clang::QualType type = declared->getType();
  const clang::QualType value = type.getNonReferenceType();
  const clang::PrintingPolicy& policy = session_.ast().getPrintingPolicy();
  parameter.before_type = value.isConstQualified() ? "const " : "";
  parameter.outside_type = value.getCanonicalType().getUnqualifiedType().getAsString(policy);
  if (method)
    name_instance(static_cast<const clang::CXXRecordDecl*>(function_.staged_method.of), parameter.outside_type);
  parameter.after_type = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
  parameter.after_type += " " + declared->getNameAsString();
}

}  // namespace agc::parse
