// Calls of function templates with numbers, where the instantiation has a face with symbolic numbers of its own; and
// what is particular about the text of such a face.
#include <clang/AST/ASTContext.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/conversion_scope.h"
#include "parse/function_builder.h"
#include "parse/instance.h"
#include "parse/type_class.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using Kind = Expr::Kind;

namespace {

/// Does it change a variable?
bool writes(const Expr& found) {
  bool result = false;
  model::visit_expressions(found, [&](const Expr& one) {
    const bool indirect = one.kind == Kind::IndirectWrite || one.kind == Kind::LiveCapture;
    const bool written = one.kind == Kind::Reference || one.kind == Kind::Live;
    result = result || indirect || (written && one.access != Access::Read && one.access != Access::Declare);
  });
  return result;
}

/// g, &g: the function that the argument names.
const clang::DeclRefExpr* named_function(const clang::Expr* argument) {
  const clang::Expr* written = as_written(argument);
  if (const auto* address = llvm::dyn_cast<clang::UnaryOperator>(written);
      address && address->getOpcode() == clang::UO_AddrOf)
    written = as_written(address->getSubExpr());
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(written);
  return reference && llvm::isa<clang::FunctionDecl>(reference->getDecl()) ? reference : nullptr;
}

}  // namespace

/// The parameter of this instantiation that holds a lambda or a function, as the expression names it.
bool FunctionBuilder::is_callable_parameter(const clang::Expr* source) const {
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(as_written(source));
  if (!reference || !llvm::isa<clang::ParmVarDecl>(reference->getDecl()) || function_.instance == 0) return false;
  const FunctionBuilder* root = this;
  while (root->parent_) root = root->parent_;
  return root->variables_.count(reference->getDecl()) && is_numeric_callable(reference->getDecl()->getType());
}

/// An argument that is called: a lambda of this function, a function that is converted with the call, or what this one
/// was given itself. False where nobody knows what it is, or where what it changes would be lost.
bool FunctionBuilder::collect_callable(const clang::Expr* argument, Expr& call, Expressions& out) {
  if (const clang::LambdaExpr* lambda = lambda_of(argument)) {
    called_.insert(as_written(argument));
    call.passes.push_back(identity_of(lambda));
    Expressions found;
    collect(argument, {}, found);
    const bool pure = std::ranges::none_of(found, writes);
    if (model::Function* function = function_of(lambda); function && !pure) function->called_by_others = true;
    out.insert(out.end(), found.begin(), found.end());
    return pure;
  }
  if (const clang::DeclRefExpr* reference = named_function(argument)) {
    const auto* function = llvm::cast<clang::FunctionDecl>(reference->getDecl());
    if (!is_convertible(function) || is_overloaded(function)) return false;
    const clang::FunctionDecl* definition = nullptr;
    function->hasBody(definition);
    note_callee(function);
    Expr name = wrapped(Kind::Call, reference, {});
    name.names_function = true;
    name.name = function->getNameAsString();
    name.callee = definition;
    const model::Offset end = text_.token(reference->getLocation()).end;
    name.head = {end, end};
    out.push_back(std::move(name));
    return true;
  }
  collect(argument, {}, out);
  return is_callable_parameter(argument);
}

/// A call of an instantiation whose numbers may be symbolic. False where it is another call.
bool FunctionBuilder::collect_instance_call(const clang::CallExpr* source, Expressions& out) {
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const clang::FunctionDecl* definition = numeric_instance(callee, text_);
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(source->getCallee()->IgnoreParenImpCasts());
  if (!definition || !reference) return false;
  // A template of tensors is converted where it stands.
  const bool numbers = std::ranges::any_of(callee->parameters(), [](const clang::ParmVarDecl* one) {
    return is_stageable_number(one->getType()) || is_structure_of_numbers(one->getType());
  });
  if (!numbers && handles_tensors(definition)) return false;
  Expr result = wrapped(Kind::Call, source, {});
  result.name = callee->getNameAsString();
  bool known = true;
  for (unsigned k = 0; k < source->getNumArgs(); ++k) {
    const clang::Expr* argument = source->getArg(k);
    if (is_numeric_callable(callee->getParamDecl(k)->getType()) && !llvm::isa<clang::CXXDefaultArgExpr>(argument)) {
      known = collect_callable(argument, result, result.operands) && known;
    } else {
      converted_argument(callee, k, argument, result.operands);
    }
  }
  result.names_parameters = has_several_instances(definition, text_);
  const bool listed = reference->hasExplicitTemplateArgs();
  result.head = {text_.token(reference->getLocation()).begin,
                 text_.token(listed ? reference->getRAngleLoc() : reference->getLocation()).end};
  result.in_macro = result.in_macro || !text_.is_plain(reference->getLocation());
  result.face = instance_name(definition, text_);
  if (known) {
    result.callee = model::instance_identity(definition);
    instances_.insert(definition);
  } else {
    for (Expr& operand : result.operands) {
      if (operand.kind != Kind::Exit) continue;
      operand.detail = "the template '" + result.name + "', which is given a function that cannot be followed,";
      operand.remedy = model::Remedy::FollowFunction;
    }
  }
  out.push_back(std::move(result));
  return true;
}

/// f(x) in an instantiation that was given f.
bool FunctionBuilder::collect_callable_call(const clang::CallExpr* source, const clang::Expr* called,
                                            llvm::ArrayRef<const clang::Expr*> arguments, Expressions& out) {
  if (!is_callable_parameter(called)) return false;
  Expressions operands;
  for (const clang::Expr* argument : arguments) {
    if (is_structure_of_numbers(argument->getType())) {
      collect_value(argument, operands);
    } else {
      collect(argument, {}, operands);
    }
  }
  Expr result = wrapped(Kind::Call, source, std::move(operands));
  result.of_passed = true;
  result.name = "lambda";
  out.push_back(std::move(result));
  return true;
}

/// Of `if constexpr`, what this instantiation has: the rest of its text is left out. False for other statements.
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

/// A parameter as the face has it, whose types are those of the instantiation.
void FunctionBuilder::instance_parameter(const clang::ParmVarDecl* declared, unsigned index,
                                         const clang::FunctionDecl* source, model::Parameter& parameter) {
  const clang::ParmVarDecl* written = source->getParamDecl(index);
  const clang::PrintingPolicy policy = visible_policy(source);
  model::Variable& variable = function_.variable(parameter.variable);
  const clang::QualType type = declared->getType();
  if (written->hasDefaultArg()) parameter.default_value = text_.flat_text(text_.range(written->getDefaultArgRange()));
  if (variable.has_numbers) {
    const clang::QualType value = type.getNonReferenceType();
    parameter.before_type = value.isConstQualified() ? "const " : "";
    parameter.after_type = type->isLValueReferenceType() ? "&" : type->isRValueReferenceType() ? "&&" : "";
    if (declared->getIdentifier()) parameter.after_type += " " + declared->getNameAsString();
    variable.promotion.type = value.getUnqualifiedType().getAsString(policy);
    variable.promotion.possible = !value.isVolatileQualified();
    variable.promotion.deduced = false;
    variable.promotion.type_range = {};
  } else if (!is_numeric_callable(type)) {
    parameter.text = declared->getNameAsString();
    type.getAsStringInternal(parameter.text, policy);
  }
}

}  // namespace agc::parse
