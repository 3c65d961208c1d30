// Declarations: the variables of a function and their initialisers.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/queries/functions/calls.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instance.h"
#include "parse/queries/specialize/staged_method.h"
#include "parse/queries/specialize/variants.h"
#include "parse/queries/types/held_function.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/types/value_class.h"
#include "parse/queries/uses/conditional_lvalue.h"
#include "parse/queries/uses/outside.h"
#include "parse/queries/uses/outside_use.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using model::Sink;
using model::Stmt;

/// True if the expression makes a temporary whose lifetime a reference extends.
static bool makes_temporary(const clang::Expr* source) {
  for (;;) {
    source = source->IgnoreParens();
    const auto* cast = llvm::dyn_cast<clang::ImplicitCastExpr>(source);
    if (const auto* full = llvm::dyn_cast<clang::FullExpr>(source))
      source = full->getSubExpr();
    else if (cast && cast->isGLValue())
      source = cast->getSubExpr();
    else
      return llvm::isa<clang::MaterializeTemporaryExpr>(source);
  }
}

static bool is_default_construction(const clang::Expr* initialiser) {
  const auto* construct = llvm::dyn_cast<clang::CXXConstructExpr>(initialiser->IgnoreImplicit());
  return construct && construct->getNumArgs() == 0;
}

void FunctionBuilder::declaration(const clang::DeclStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Declaration;
  for (const clang::Decl* declared : source->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declared))
      result.declared_names.push_back(named->getNameAsString());
    if (!variable) {
      const bool alias = llvm::isa<clang::TypedefNameDecl, clang::StaticAssertDecl>(declared);
      result.trivial_to_extend = result.trivial_to_extend && alias;
      if (alias) collect_asked(asked_in(declared), result.expressions);
      continue;
    }
    result.trivial_to_extend = result.trivial_to_extend && is_trivial_to_extend(variable->getType());
    if (const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable)) {
      for (const clang::BindingDecl* binding : bindings->bindings())
        result.declared_names.push_back(binding->getNameAsString());
    }
    variable_declaration(variable, result.expressions);
  }
}

void FunctionBuilder::variable_declaration(const clang::VarDecl* variable, Expressions& out) {
  // The initialiser of a constexpr variable is not part of the function's effects.
  const clang::Expr* initialiser = variable->isConstexpr() ? nullptr : variable->getInit();
  if (variable->isStaticLocal()) return static_variable(variable, out);
  if (const auto* array = session_.ast().getAsVariableArrayType(variable->getType()); array && array->getSizeExpr())
    collect_exit(array->getSizeExpr(), "the size of an array", out, model::Remedy::MakeTensor);
  const auto* lambda = initialiser ? llvm::dyn_cast<clang::LambdaExpr>(as_written(initialiser)) : nullptr;
  const clang::CallExpr* made = initialiser && !lambda ? made_of_lambda(as_written(initialiser)) : nullptr;
  if (made) {  // its calls belong to this function, like those of the lambda
    lambda = traced_object(made).lambda;
    function_.objects_inside.push_back(text_.range(made->getCallee()->getSourceRange()));
  }
  if (lambda && holds_one_function(variable)) {
    const bool holds = function_of_numbers(variable->getType()) && !lambda->isMutable();
    const bool calls_itself = holds && names(lambda, variable);  // the body of the lambda names the variable
    if (calls_itself) add_variable(variable, variable->getType());
    Closure made = closure(lambda, variable->getNameAsString());
    const bool is_value = holds && !changes_variables(made.called);
    if (calls_itself) {
      const model::VariableId own = variables_[variable];
      std::erase_if(made.called, [&](const Expr& one) { return one.variable == own; });
      if (!is_value) variables_.erase(variable);
    }
    if (is_value) {
      Expr held = wrapped(Expr::Kind::Opaque, initialiser, std::move(made.created));
      held.holds_function = true;
      held.passes.push_back(identity_of(lambda));
      held.operands.insert(held.operands.end(), made.called.begin(), made.called.end());
      return declare_function(variable, std::move(held), out);
    }
    out.insert(out.end(), made.created.begin(), made.created.end());
    if (made.changes_itself) declare_changing_lambda(variable, made, out);
    closures_[variable] = {lambda, std::move(made.called)};
    return;
  }
  const bool refers =
      variable->getType()->isReferenceType() && initialiser && initialiser->isLValue() && !makes_temporary(initialiser);
  if (initialiser && !refers && declare_keyed_place(variable, out)) return;
  if (initialiser && !refers && (declare_found_place(variable, out) || declare_position(variable, out))) return;
  if (!initialiser && variable->getType()->isPointerType() && declare_position(variable, out)) return;
  if (refers && declare_chosen_reference(variable, out)) return;
  Expressions values;
  if (initialiser && !refers && (function_of_numbers(variable->getType()) || chooses_functions(variable)))
    return declare_function(variable, function_value(initialiser), out);
  const auto* listed = initialiser && is_raisable_map(variable)
                           ? llvm::dyn_cast<clang::CXXConstructExpr>(initialiser->IgnoreImplicit())
                           : nullptr;
  const bool of_list = listed && listed->getNumArgs() > 0 && collect_listed(listed->getArg(0), values);
  const Expressions keys = of_list ? take_keys(variable, values) : Expressions();
  if (initialiser && is_text_type(variable->getType()) && !refers && is_followed_text(variable))
    values.push_back(text_value(initialiser));
  else if (initialiser && !of_list)
    collect_value(initialiser, values);
  if (initialiser && !refers && has_type_of_call(variable)) {
    values = {wrapped(Expr::Kind::Structure, as_written(initialiser), std::move(values))};
    values.front().of_generic = true;
  }
  if (refers) refuse_live(values);
  if (refers) refer_to_elements(values);
  if (refers && chooses_place(initialiser)) note_bound(values);
  const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  const bool constant = variable->getType().getNonReferenceType().isConstQualified();
  const model::VariableId borrower =
      refers && (!bindings || constant) ? add_borrower(variable, values) : model::kNoVariable;
  const auto declare = [&](const clang::ValueDecl* declaration) {
    Expr reference;
    reference.kind = Expr::Kind::Reference;
    reference.range = text_.token(declaration->getLocation());
    reference.place = reference.range.begin;
    if (refers) {
      remember_alias(declaration, initialiser);
      if (bindings)
        aliases_[declaration].whole = false;
      else
        aliases_[declaration].borrower = borrower;
      if (borrower != model::kNoVariable) function_.variable(borrower).borrowing.from = aliases_[declaration].target;
      reference.variable = aliases_[declaration].target;
      if (reference.variable == model::kNoVariable || bindings) return;
      // The type is written here and follows that of the variable.
      model::Variable alias;
      describe_number(variable, alias);
      if (!alias.has_numbers || alias.promotion.deduced) return;
      reference.kind = Expr::Kind::AliasType;
      reference.head = alias.promotion.type_range;
      reference.number_type = alias.promotion.type;
      reference.type =
          alias.promotion.element == model::TypeClass::Other ? class_of(variable) : alias.promotion.element;
      out.push_back(std::move(reference));
      return;
    }
    reference.variable = add_variable(declaration, declaration->getType());
    reference.type = function_.variable(reference.variable).type;
    reference.access = Access::Declare;
    reference.initialised = variable->isConstexpr() || (initialiser && !is_default_construction(initialiser)) ||
                            declaration->getType()->isArrayType();
    reference.operands = values;
    reference.repeated = bindings && declaration != bindings->bindings().front();
    out.push_back(std::move(reference));
  };
  if (refers || (bindings && bindings->bindings().empty())) out.insert(out.end(), values.begin(), values.end());
  if (bindings) {
    for (const clang::BindingDecl* binding : bindings->bindings()) declare(binding);
    bool computed = false;  // for std::minmax
    for (const Expr& value : values) {
      model::visit_expressions(value,
                               [&](const Expr& one) { computed = computed || one.kind == Expr::Kind::StandardCall; });
    }
    if (!bindings->bindings().empty() && !computed) collect_references_of(bindings->bindings().front(), out);
  } else {
    declare(variable);
    collect_references_of(variable, out);
    if (!refers) collect_key_order(variable, keys, out);
  }
}

model::VariableId FunctionBuilder::add_variable(const clang::ValueDecl* declaration, clang::QualType type) {
  model::Variable variable;
  variable.name = declaration->getNameAsString();
  variable.type = class_of(declaration);
  variable.type_text = type.getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  variable.declared = text_.offset(declaration->getLocation());
  if (const auto* declarator = llvm::dyn_cast<clang::DeclaratorDecl>(declaration)) {
    describe_number(declarator, variable);
  } else if (llvm::isa<clang::BindingDecl>(declaration)) {  // has the type of its part
    variable.has_numbers = is_stageable_number(type) || is_structure_of_numbers(type);
    variable.promotion.possible = variable.has_numbers;
    variable.promotion.spelled = false;
  }
  describe_growth(declaration, variable);
  variable.names.push_back(declared_names().name_of(declaration));
  const auto id = model::VariableId(function_.variables.size());
  function_.variables.push_back(std::move(variable));
  variables_[declaration] = id;
  return id;
}

}  // namespace agc::parse
