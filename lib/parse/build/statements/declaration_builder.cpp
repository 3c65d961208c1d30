#include "parse/build/statements/declaration_builder.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ExprCXX.h>

#include "model/visit.h"
#include "parse/build/calls/function_value_builder.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/values/algorithm_builder.h"
#include "parse/build/values/expression_list.h"
#include "parse/build/values/keyed_builder.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/structure_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/values/text_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/pointer_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/traced_object.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/held_function.h"
#include "parse/queries/types/held_tensor.h"
#include "parse/queries/types/text_variable.h"
#include "parse/queries/types/type_class.h"
#include "parse/queries/uses/conditional_lvalue.h"

namespace agc::parse {

using model::Access;
using model::Expr;
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

void DeclarationBuilder::declaration(const clang::DeclStmt* source, Stmt& result) {
  result.kind = Stmt::Kind::Declaration;
  for (const clang::Decl* declared : source->decls()) {
    const auto* variable = llvm::dyn_cast<clang::VarDecl>(declared);
    if (const auto* named = llvm::dyn_cast<clang::NamedDecl>(declared))
      result.declared_names.push_back(named->getNameAsString());
    if (!variable) {
      const bool alias = llvm::isa<clang::TypedefNameDecl, clang::StaticAssertDecl>(declared);
      result.trivial_to_extend = result.trivial_to_extend && alias;
      if (alias) context_.subscripts().collect_asked(asked_in(declared), result.expressions);
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

/// Declares a variable that holds a lambda. Returns false for other variables.
bool DeclarationBuilder::declare_lambda(const clang::VarDecl* variable, const clang::Expr* initialiser,
                                        Expressions& out) {
  const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(as_written(initialiser));
  const clang::CallExpr* object = lambda ? nullptr : made_of_lambda(as_written(initialiser));
  if (object) {  // its calls belong to this function, like those of the lambda
    lambda = traced_object(object).lambda;
    function_.uses.function_objects.push_back(text_.range(object->getCallee()->getSourceRange()));
  }
  if (!lambda || !holds_one_function(variable)) return false;
  const bool holds = function_of_numbers(variable->getType()) && !lambda->isMutable();
  const bool calls_itself = holds && names(lambda, variable);  // the body of the lambda names the variable
  if (calls_itself) context_.variables().add_variable(variable, variable->getType());
  Closure made = context_.lambdas().closure(lambda, variable->getNameAsString());
  const bool is_value = holds && !changes_variables(made.called);
  if (calls_itself) {
    const model::VariableId own = context_.variables().id_of(variable);
    std::erase_if(made.called, [&](const Expr& one) { return one.variable == own; });
    if (!is_value) context_.variables().forget(variable);
  }
  if (is_value) {
    Expr held = wrapped(Expr::Kind::Opaque, initialiser, std::move(made.created));
    held.function_value.held = true;
    held.function_value.passes.push_back(context_.lambdas().identity_of(lambda));
    held.operands.insert(held.operands.end(), made.called.begin(), made.called.end());
    context_.function_values().declare_function(variable, std::move(held), out);
    return true;
  }
  out.insert(out.end(), made.created.begin(), made.created.end());
  if (made.changes_itself) context_.lambdas().declare_changing_lambda(variable, made, out);
  context_.lambdas().hold(variable, lambda, std::move(made.called));
  return true;
}

/// Declares a position, a pointer, or a function, which other parts of the builder follow. Returns false for other
/// variables.
bool DeclarationBuilder::declare_followed(const clang::VarDecl* variable, const clang::Expr* initialiser, bool refers,
                                          Expressions& out) {
  PointerBuilder& pointers = context_.pointers();
  if (refers) return pointers.declare_chosen_reference(variable, out);
  if (!initialiser) return variable->getType()->isPointerType() && pointers.declare_position(variable, out);
  if (context_.keyed().declare_keyed_place(variable, out)) return true;
  if (context_.algorithms().declare_found_position(variable, out) || pointers.declare_position(variable, out))
    return true;
  if (!function_of_numbers(variable->getType()) && !chooses_functions(variable)) return false;
  FunctionValueBuilder& functions = context_.function_values();
  functions.declare_function(variable, functions.function_value(initialiser), out);
  return true;
}

/// Returns the expressions of the initialiser. `keys` get those of the keys of a map that may become a list.
Expressions DeclarationBuilder::initial_value(const clang::VarDecl* variable, const clang::Expr* initialiser,
                                              bool refers, Expressions& keys) {
  Expressions values;
  const auto* listed = context_.lists().is_promotable_map(variable)
                           ? llvm::dyn_cast<clang::CXXConstructExpr>(initialiser->IgnoreImplicit())
                           : nullptr;
  const bool of_list =
      listed && listed->getNumArgs() > 0 && context_.structures().collect_listed(listed->getArg(0), values);
  if (of_list) keys = context_.keyed().take_keys(variable, values);
  if (is_text_type(variable->getType()) && !refers && is_followed_text(variable))
    values.push_back(context_.texts().text_value(initialiser));
  else if (!of_list)
    collect_value(initialiser, values);
  if (!refers && has_type_of_call(variable)) {
    values = {wrapped(Expr::Kind::Structure, as_written(initialiser), std::move(values))};
    values.front().called.of_generic = true;
  }
  if (!refers) return values;
  refuse_live(values);
  refer_to_elements(values);
  if (chooses_place(initialiser)) note_bound(values);
  return values;
}

/// Declares `declaration`, which is the reference `variable` or one of its bindings.
void DeclarationBuilder::declare_reference(const clang::ValueDecl* declaration, const clang::VarDecl* variable,
                                           model::VariableId borrower, Expressions& out) {
  const bool binding = llvm::isa<clang::BindingDecl>(declaration);
  Alias& made = context_.aliases().remember_alias(declaration, variable->getInit());
  if (binding)
    made.whole = false;
  else
    made.borrower = borrower;
  const model::VariableId target = made.target;
  if (borrower != model::kNoVariable) function_.variable(borrower).borrowing.from = target;
  if (target == model::kNoVariable || binding) return;
  // The type is written here and follows that of the variable.
  model::Variable alias;
  context_.variables().describe_number(variable, alias);
  if (!alias.has_numbers || alias.promotion.deduced) return;
  Expr type;
  type.kind = Expr::Kind::AliasType;
  type.range = text_.token(declaration->getLocation());
  type.place = type.range.begin;
  type.variable = target;
  type.head = alias.promotion.type_range;
  type.number_type = alias.promotion.type;
  type.type = alias.promotion.element == model::TypeClass::Other ? class_of(variable) : alias.promotion.element;
  out.push_back(std::move(type));
}

/// Returns the first binding that is no text, if there is one.
static const clang::BindingDecl* first_of_numbers(const clang::DecompositionDecl* variable) {
  const auto is_text = [](const clang::BindingDecl* one) { return is_text_member(one->getType()); };
  const auto found = llvm::find_if_not(variable->bindings(), is_text);
  return found == variable->bindings().end() ? variable->bindings().front() : *found;
}

/// Declares `declaration`, which is the object `variable` or one of its bindings.
void DeclarationBuilder::declare_object(const clang::ValueDecl* declaration, const clang::VarDecl* variable,
                                        const Expressions& values, Expressions& out) {
  const clang::Expr* initialiser = variable->isConstexpr() ? nullptr : variable->getInit();
  const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  Expr reference;
  reference.kind = Expr::Kind::Reference;
  reference.range = text_.token(declaration->getLocation());
  reference.place = reference.range.begin;
  reference.variable = context_.variables().add_variable(declaration, declaration->getType());
  reference.type = function_.variable(reference.variable).type;
  reference.access = Access::Declare;
  reference.initialised = variable->isConstexpr() || (initialiser && !is_default_construction(initialiser)) ||
                          declaration->getType()->isArrayType();
  // A text stays a value of the host, whatever the numbers beside it become.
  const clang::ValueDecl* first = variable;
  if (bindings) first = first_of_numbers(bindings);
  const bool holds = declaration == first || !is_text_member(declaration->getType());
  if (holds) reference.operands = values;
  reference.repeated = declaration != first;
  out.push_back(std::move(reference));
}

void DeclarationBuilder::variable_declaration(const clang::VarDecl* variable, Expressions& out) {
  // The initialiser of a constexpr variable is not part of the function's effects.
  const clang::Expr* initialiser = variable->isConstexpr() ? nullptr : variable->getInit();
  if (variable->isStaticLocal()) return static_variable(variable, out);
  if (const auto* array = session_.ast().getAsVariableArrayType(variable->getType()); array && array->getSizeExpr())
    collect_exit(array->getSizeExpr(), "the size of an array", out, model::Remedy::MakeTensor);
  if (initialiser && declare_lambda(variable, initialiser, out)) return;
  const bool refers =
      variable->getType()->isReferenceType() && initialiser && initialiser->isLValue() && !makes_temporary(initialiser);
  if (declare_followed(variable, initialiser, refers, out)) return;
  Expressions keys;
  Expressions values = initialiser ? initial_value(variable, initialiser, refers, keys) : Expressions();
  const auto* bindings = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  const bool constant = variable->getType().getNonReferenceType().isConstQualified();
  const model::VariableId borrower =
      refers && (!bindings || constant) ? context_.aliases().add_borrower(variable, values) : model::kNoVariable;
  const auto declare = [&](const clang::ValueDecl* declaration) {
    refers ? declare_reference(declaration, variable, borrower, out)
           : declare_object(declaration, variable, values, out);
  };
  if (refers || (bindings && bindings->bindings().empty())) out.insert(out.end(), values.begin(), values.end());
  if (!bindings) {
    declare(variable);
    context_.aliases().collect_references_of(variable, out);
    if (!refers) context_.keyed().collect_key_order(variable, keys, out);
    return;
  }
  for (const clang::BindingDecl* binding : bindings->bindings()) declare(binding);
  bool computed = false;  // for std::minmax
  for (const Expr& value : values) {
    model::visit_expressions(value,
                             [&](const Expr& one) { computed = computed || one.kind == Expr::Kind::StandardCall; });
  }
  if (!bindings->bindings().empty() && !computed)
    context_.aliases().collect_references_of(bindings->bindings().front(), out);
}

/// True for a number declared with `auto` in a generic lambda that is called with numbers of several types.
bool DeclarationBuilder::has_type_of_call(const clang::VarDecl* variable) const {
  return function_.is_lambda() && !function_.templating.of_numbers && variable->getType()->isDependentType() &&
         variable->getType()->getContainedAutoType() && class_of(variable) == model::TypeClass::HostNumber &&
         session_.facts<Instantiations>().only_type_of(variable).isNull();
}

}  // namespace agc::parse
