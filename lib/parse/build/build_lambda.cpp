// Lambdas. Each is a function of its own, converted where it stands. Its effects on the variables around it occur where
// it is created or where it is called.
#include <clang/AST/ASTContext.h>
#include <clang/AST/Attr.h>
#include <clang/AST/DeclTemplate.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/function_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/functions/returned_lambda.h"
#include "parse/queries/functions/signature.h"
#include "parse/queries/functions/type_queries.h"
#include "parse/queries/specialize/instantiations.h"
#include "parse/queries/types/list_type.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;

namespace {

/// True if the lambda returns a number, or a structure of numbers, in every instantiation.
bool gives_numbers(const clang::LambdaExpr* source, const Instantiations& instantiations) {
  const auto numbers = [](clang::QualType type) { return is_stageable_number(type) || is_structure_of_numbers(type); };
  const clang::FunctionTemplateDecl* generic = source->getDependentCallOperator();
  const clang::QualType result = source->getCallOperator()->getReturnType();
  if (!generic && !result->isDependentType()) return numbers(result);
  if (!generic) return instantiations.result_of(source) == model::TypeClass::HostNumber;
  bool any = false;
  for (const clang::FunctionDecl* one : generic->specializations()) {
    if (!numbers(one->getReturnType())) return false;
    any = true;
  }
  return any;
}

/// Finds uses of variables around a lambda. In a template, Clang does not know the implicit captures of `[=]` yet.
class OuterUses : public AstVisitor {
 public:
  std::vector<const clang::DeclRefExpr*> found;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(node);
    if (reference && reference->refersToEnclosingVariableOrCapture()) found.push_back(reference);
    return true;
  }
};

}  // namespace

void FunctionBuilder::describe_lambda(const clang::LambdaExpr* source) {
  function_.nested = true;
  describe_result(session_, text_, source->getCallOperator(), function_);
  function_.range = text_.range(source->getSourceRange());
  function_.name_place = function_.range.begin;
  function_.identity = identity_of(source);
  function_.parameters_listed = source->hasExplicitParameters();
  function_.calls_itself = own_parameter(source) != nullptr;
  function_.result_deduced = !source->hasExplicitResultType();
  function_.return_has_numbers = gives_numbers(source, session_.facts<Instantiations>());
  const clang::FunctionTemplateDecl* generic = source->getCallOperator()->getDescribedFunctionTemplate();
  function_.never_made = (parent_ && parent_->function_.never_made) ||
                         (generic && generic->specializations().empty() && !source->isTypeDependent());
}

Closure FunctionBuilder::closure(const clang::LambdaExpr* source, std::string name) {
  Closure result;
  collect_captures(source, result.created);
  const clang::CXXMethodDecl* body = source->getCallOperator();
  Lambda lambda;
  lambda.source = source;
  lambda.function.enclosing = function_.range.begin;
  lambda.function.name = name;
  lambda.function.qualified_name = std::move(name);
  lambda.function.in_staged_class = function_.in_staged_class;
  lambda.function.instance = function_.instance;
  FunctionBuilder builder(session_, text_, lambda.function, this, source);
  builder.describe_lambda(source);
  builder.build(body);
  result.called = builder.effects_on_enclosing();
  model::visit_all_expressions(lambda.function.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::Reference && expression.access != Access::Read;
    if (writes && lambda.function.variable(expression.variable).copied) result.changes_itself = true;
  });
  if (result.changes_itself) result.state = state_of(lambda);
  callees_.insert(builder.callees_.begin(), builder.callees_.end());
  staged_method_callees_.insert(builder.staged_method_callees_.begin(), builder.staged_method_callees_.end());
  staged_callees_.insert(builder.staged_callees_.begin(), builder.staged_callees_.end());
  instances_.insert(builder.instances_.begin(), builder.instances_.end());
  lambdas_.push_back(std::move(lambda));
  for (Lambda& inner : builder.lambdas_) lambdas_.push_back(std::move(inner));
  return lambda_effects_[source] = result;
}

/// Returns the lambda's own state that its calls change; empty if a graph has no such values, or if the captures are
/// not plain text here.
model::LambdaState FunctionBuilder::state_of(const Lambda& lambda) const {
  model::LambdaState result;
  const clang::SourceRange captures = lambda.source->getIntroducerRange();
  if (!text_.is_plain(captures.getBegin()) || !text_.is_plain(lambda.source->getEndLoc())) return result;
  std::set<model::VariableId> written;
  model::visit_all_expressions(lambda.function.body, [&](const Expr& expression) {
    const bool writes = expression.kind == Expr::Kind::Reference && expression.access != Access::Read;
    if (writes && lambda.function.variable(expression.variable).copied) written.insert(expression.variable);
  });
  for (const model::VariableId id : written) {
    const model::Variable& variable = lambda.function.variable(id);
    const bool number = variable.has_numbers && variable.promotion.possible && !variable.is_function;
    if (!number && !model::can_be_state(variable.type)) return {};
    result.parts.push_back(variable.name);
  }
  result.lambda = identity_of(lambda.source);
  result.captures = text_.range(captures);
  result.end = text_.range(lambda.source->getSourceRange()).end;
  return result;
}

/// Handles auto next = [n = 0]() mutable { return ++n; }: a call changes the variable that holds the lambda.
void FunctionBuilder::declare_changing_lambda(const clang::VarDecl* variable, Closure& made, Expressions& out) {
  Expr change = finding(Expr::Kind::Reference, variable->getLocation());
  change.variable = add_variable(variable, variable->getType());
  change.access = Access::Declare;
  out.push_back(change);
  change.access = Access::Update;
  made.called.push_back(std::move(change));
  model::Variable& holder = function_.variable(made.called.back().variable);
  // A variable of a written type, such as a std::function, would not hold the lambda's parts.
  if (!made.state.lambda || !variable->getType()->getContainedDeducedType()) return;
  holder.lambda_state = made.state;
  holder.has_numbers = holder.promotion.possible = true;
  holder.promotion.spelled = false;
  holder.type = model::TypeClass::TensorStructure;
}

/// Collects a lambda that is not stored in a variable and may be called at once.
void FunctionBuilder::collect_lambda(const clang::LambdaExpr* source, Expressions& out) {
  Closure made = closure(source, "lambda");
  note_use(source, source);
  out.insert(out.end(), made.created.begin(), made.created.end());
  add_calls(source, std::move(made.called), out);
}

/// Adds the effects of possible calls of the lambda. They do not make its value more symbolic.
void FunctionBuilder::add_calls(const clang::LambdaExpr* source, Expressions effects, Expressions& out) const {
  if (effects.empty()) return;
  Expr calls = wrapped(Expr::Kind::Opaque, source, std::move(effects));
  calls.passes.push_back(identity_of(source));
  calls.repeated = true;
  out.push_back(std::move(calls));
}

/// Collects the captures by value, which are read where the lambda is created.
void FunctionBuilder::collect_captures(const clang::LambdaExpr* source, Expressions& out) {
  for (const clang::LambdaCapture& capture : source->captures()) {
    if (!capture.capturesVariable()) continue;
    const auto* variable = capture.getCapturedVar();
    if (source->isInitCapture(&capture)) {
      const auto* declared = llvm::cast<clang::VarDecl>(variable);
      if (declared->getType()->isReferenceType()) remember_alias(declared, declared->getInit());
      collect_init_capture(declared, out);
    } else if (capture.getCaptureKind() == clang::LCK_ByCopy) {
      collect_variable(variable, {capture.getLocation(), capture.getLocation()}, {}, out);
    }
  }
  if (source->getCaptureDefault() != clang::LCD_ByCopy || !source->getLambdaClass()->isDependentContext()) return;
  OuterUses uses;
  uses.traverse(source->getBody());
  for (const clang::DeclRefExpr* use : uses.found) {
    const auto is_listed = [&](const clang::LambdaCapture& capture) {
      return capture.capturesVariable() && capture.getCapturedVar() == use->getDecl();
    };
    if (variables_.count(use->getDecl()) && std::ranges::none_of(source->captures(), is_listed))
      collect_variable(use->getDecl(), {source->getBeginLoc(), source->getBeginLoc()}, {}, out);
  }
}

/// Collects an init-capture: a variable of the lambda with the type and binding time of its initialiser.
void FunctionBuilder::collect_init_capture(const clang::VarDecl* variable, Expressions& out) {
  const bool structure = is_structure_of_numbers(variable->getType());
  if (!(structure || is_stageable_number(variable->getType())) || variable->getType()->isReferenceType()) {
    return collect(variable->getInit(), {}, out);
  }
  Expr declared = finding(Expr::Kind::Reference, variable->getLocation());
  declared.variable = add_variable(variable, variable->getType());
  model::Promotion& promotion = function_.variable(declared.variable).promotion;
  promotion.possible = true;
  promotion.spelled = false;
  declared.type = structure ? model::TypeClass::NumberStructure : model::TypeClass::HostNumber;
  declared.access = Access::Declare;
  declared.initialised = true;
  declared.operands.push_back(expression(variable->getInit(), {}));
  declared.tail = declared.operands.front().outer_range;
  out.push_back(std::move(declared));
}

bool FunctionBuilder::captures_by_copy(const clang::ValueDecl* declaration) const {
  for (const clang::LambdaCapture& capture : lambda_->captures()) {
    if (!capture.capturesVariable() || capture.getCapturedVar() != declaration) continue;
    if (lambda_->isInitCapture(&capture)) return !declaration->getType()->isReferenceType();
    return capture.getCaptureKind() == clang::LCK_ByCopy;
  }
  return lambda_->getCaptureDefault() == clang::LCD_ByCopy;
}

/// True if the declaration holds a lambda of this function or of a function around it.
bool FunctionBuilder::is_closure(const clang::ValueDecl* declaration) const {
  for (const FunctionBuilder* builder = this; builder; builder = builder->parent_) {
    if (builder->closures_.contains(declaration)) return true;
  }
  return false;
}

/// A lambda in a method of a class with a staged class exists twice.
const void* FunctionBuilder::identity_of(const clang::LambdaExpr* source) const {
  const void* identity = source->getCallOperator()->getCanonicalDecl();
  if (function_.instance != 0) return model::instance_identity(identity);
  return function_.in_staged_class ? model::staged_method_identity(identity) : identity;
}

/// Returns the lambda that the expression is or names, or null.
const clang::LambdaExpr* FunctionBuilder::lambda_of(const clang::Expr* source) const {
  const clang::Expr* written = as_written(source);
  if (const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(written)) return lambda;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(written);
  if (!reference) return nullptr;
  for (const FunctionBuilder* builder = this; builder; builder = builder->parent_) {
    const auto known = builder->closures_.find(reference->getDecl());
    if (known != builder->closures_.end()) return known->second.source;
  }
  return nullptr;
}

model::Function* FunctionBuilder::function_of(const clang::LambdaExpr* source) {
  for (FunctionBuilder* builder = this; builder; builder = builder->parent_) {
    for (Lambda& one : builder->lambdas_) {
      if (one.source == source) return &one.function;
    }
  }
  return nullptr;
}

/// Handles lambdas among the arguments of a converted function. Converted code calls them if their type stays the
/// lambda's own; a std::function has the types that it names.
void FunctionBuilder::pass_lambdas(const clang::FunctionDecl* callee, llvm::ArrayRef<const clang::Expr*> arguments) {
  const clang::FunctionDecl* definition = nullptr;
  if (!callee) return;
  if (!makes_control_flow(callee)) {  // ag::while_loop and the like take symbolic numbers
    if (!callee->hasBody(definition) || !text_.is_in_user_file(definition->getLocation())) return;
    const auto* method = llvm::dyn_cast<clang::CXXMethodDecl>(definition);
    const bool of_lambda = method && method->getParent()->isLambda();
    if (!of_lambda && !converts_callee(definition)) return;
  }
  // For a member operator, the object comes before the parameters.
  const unsigned object = arguments.size() > callee->getNumParams() && callee->isCXXInstanceMember() ? 1 : 0;
  for (unsigned k = object; k < arguments.size(); ++k) {
    if (k - object >= callee->getNumParams()) break;
    if (definition) {
      note_given(definition, k - object, arguments[k]);
    } else {
      note_given_to_graph(callee, arguments[k]);
    }
    const clang::LambdaExpr* lambda = lambda_of(arguments[k]);
    if (!lambda) continue;
    const clang::QualType taken = callee->getParamDecl(k - object)->getType().getNonReferenceType();
    const clang::CXXRecordDecl* closure = taken->getAsCXXRecordDecl();
    if (taken->isDependentType() || (closure && closure->isLambda())) passed_on_.insert(as_written(arguments[k]));
  }
}

/// Notes that `place` uses the lambda as a value.
void FunctionBuilder::note_use(const clang::LambdaExpr* source, const clang::Expr* place) {
  model::Function* function = function_of(source);
  if (!function || called_.contains(place)) return;
  (passed_on_.contains(place) ? function->called_by_converted : function->called_by_others) = true;
}

/// Returns one expression for each argument of a function without a separate staged variant.
Expressions FunctionBuilder::arguments_by_binding_time(const clang::FunctionDecl* callee,
                                                       llvm::ArrayRef<const clang::Expr*> arguments) {
  Expressions result;
  pass_lambdas(callee, arguments);
  for (unsigned k = 0; k < arguments.size(); ++k) {
    const Access access = may_change_argument(callee, k) ? Access::Update : Access::Read;
    if (returned_lambda(as_written(arguments[k])->getType()->getAsCXXRecordDecl())) {  // for g(line(c), x)
      result.push_back(function_value(arguments[k]));
    } else if (container_of(arguments[k])) {  // the elements are as symbolic as the container
      Expressions range;
      collect_iterator(arguments[k], access, range);
      result.push_back(wrapped(Expr::Kind::Opaque, arguments[k], std::move(range)));
    } else {
      result.push_back(value(arguments[k], {access, model::Sink::Host}));
      note_list(callee, k, arguments[k], k, result);
    }
  }
  return result;
}

/// Names the type of arguments that deduce one template parameter of a generic lambda together, as in `[]<class T>(T a,
/// T b)`: if one argument is symbolic, the others are converted to its type.
void FunctionBuilder::name_shared_types(const clang::FunctionDecl* pattern, const clang::FunctionDecl* callee,
                                        Expressions& arguments) const {
  const auto deduced = [&](size_t k) -> const clang::TemplateTypeParmType* {
    const auto at = static_cast<unsigned>(k);
    if (at >= pattern->getNumParams() || may_change_argument(callee, at)) return nullptr;
    return pattern->getParamDecl(at)->getType().getNonReferenceType()->getAs<clang::TemplateTypeParmType>();
  };
  for (size_t k = 0; k < arguments.size(); ++k) {
    const clang::TemplateTypeParmType* own = deduced(k);
    if (!own) continue;
    bool shared = false;
    for (size_t other = 0; other < arguments.size(); ++other) {
      const clang::TemplateTypeParmType* its = other == k ? nullptr : deduced(other);
      shared = shared || (its && its->getIndex() == own->getIndex());
    }
    const clang::QualType type = callee->getParamDecl(static_cast<unsigned>(k))->getType();
    if (!shared || !is_stageable_number(type)) continue;
    arguments[k].shares_type = true;
    arguments[k].number_type =
        type.getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  }
}

/// Collects a call of a lambda of this function, or of one around it, with numbers in its signature, which are as
/// symbolic as the arguments. Returns false for other calls.
bool FunctionBuilder::collect_lambda_call(const clang::CXXOperatorCallExpr* source, Expressions& out) {
  if (source->getOperator() != clang::OO_Call) return false;
  const clang::LambdaExpr* lambda = lambda_of(source->getArg(0));
  const clang::Expr* object = as_written(source->getArg(0));
  const clang::FunctionDecl* callee = source->getDirectCallee();
  const auto* method = llvm::dyn_cast_or_null<clang::CXXMethodDecl>(callee);
  const void* returned = lambda || !method ? nullptr : returned_lambda(method->getParent());
  if (returned && has_numbers_in_signature(method) && !is_callable_parameter(object)) {  // for line(c)(x)
    Expressions operands = arguments_by_binding_time(callee, {source->getArgs() + 1, source->getNumArgs() - 1});
    const size_t count = operands.size();
    collect(object, {}, operands);
    Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
    result.of_lambda = true;
    result.argument_count = count;
    result.name = "lambda";
    result.callee = returned;
    out.push_back(std::move(result));
    return true;
  }
  if (!lambda) return false;
  called_.insert(object);
  const bool of_object = method && !method->getParent()->isLambda();  // the ag::function object made of the lambda
  if (of_object && !lambda->getDependentCallOperator()) callee = lambda->getCallOperator();
  const bool matters =
      callee && ((of_object && method != callee) || has_numbers_in_signature(callee) || has_lists_in_signature(callee));
  if (!matters || has_annotation(lambda->getCallOperator(), "ag.do_not_convert")) return false;
  note_callee(callee);
  Expressions operands = arguments_by_binding_time(callee, {source->getArgs() + 1, source->getNumArgs() - 1});
  const size_t count = operands.size();
  collect(object, {}, operands);
  const clang::FunctionTemplateDecl* generic = lambda->getDependentCallOperator();
  if (generic) name_shared_types(generic->getTemplatedDecl(), callee, operands);
  if (generic && asks_for_types(generic->getTemplatedDecl())) {
    for (unsigned k = 0; k < count; ++k) {
      Expressions known;
      collect_exit(source->getArg(k + 1), "this lambda, which asks for its type,", known);
      if (known.size() == 1 && known.front().kind == Expr::Kind::Exit) operands[k] = std::move(known.front());
    }
  }
  Expr result = wrapped(Expr::Kind::Call, source, std::move(operands));
  result.of_lambda = true;
  result.of_generic = generic != nullptr;
  result.argument_count = count;
  result.name = "lambda";
  result.callee = identity_of(lambda);
  out.push_back(std::move(result));
  return true;
}

/// Collects the result of a lambda or of a method with a staged variant. Only an unconverted caller has to know it.
void FunctionBuilder::collect_result(const clang::Expr* value, const std::string& consumer, Expressions& out) {
  Expr result = exit(value, consumer);
  result.is_result = true;
  if (is_structure_of_numbers(value->getType()) && result.operands.front().kind == Expr::Kind::Opaque) {
    Expr& inner = result.operands.front();
    inner.operands.clear();
    collect_value(value, inner.operands);
    result.number_type =
        value->getType().getNonReferenceType().getUnqualifiedType().getAsString(session_.ast().getPrintingPolicy());
  }
  out.push_back(std::move(result));
}

/// Collects a variable of a function around this lambda. Returns false if it is none.
bool FunctionBuilder::collect_captured(const clang::ValueDecl* declaration, clang::SourceRange range, Use use,
                                       Expressions& out) {
  if (!lambda_) return false;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool automatic = variable ? variable->hasLocalStorage() : llvm::isa<clang::BindingDecl>(declaration);
  if (!automatic) return false;
  // A copied lambda still changes variables to which it has references.
  if (!parent_ || (captures_by_copy(declaration) && !is_closure(declaration))) {
    // The copy is a part of the lambda and keeps its value between calls.
    const model::VariableId id = add_variable(declaration, declaration->getType());
    function_.variable(id).outlives_function = true;
    function_.variable(id).copied = true;
    const Expr original = parent_ ? parent_->reference_to(declaration) : Expr{};
    if (original.variable != model::kNoVariable) {
      function_.variable(id).copy_of = original.variable;
      function_.variable(id).promotion.spelled = false;
      function_.variable(id).growth.type_range = {};
    }
    collect_variable(declaration, range, use, out);
    return true;
  }
  Expressions outer;
  parent_->collect_variable(declaration, range, use, outer);
  for (Expr& expression : outer) {
    model::visit_expressions(expression, [&](Expr& inner) {
      if (inner.kind == Expr::Kind::Reference) inner.variable = captured_variable(inner.variable, declaration);
    });
    out.push_back(std::move(expression));
  }
  return true;
}

/// Returns the variable that stands for `outer` in this lambda. `declaration`: the name through which it was reached.
model::VariableId FunctionBuilder::captured_variable(model::VariableId outer, const clang::ValueDecl* declaration) {
  for (size_t k = 0; k < function_.variables.size(); ++k) {
    if (function_.variables[k].captured == outer) return model::VariableId(k);
  }
  const auto is_outer = [&](const clang::ValueDecl* other) {
    const auto known = parent_->variables_.find(other);
    if (known != parent_->variables_.end()) return known->second == outer;
    const auto alias = parent_->aliases_.find(other);
    return alias != parent_->aliases_.end() && alias->second.whole && alias->second.target == outer;
  };
  model::Variable variable = parent_->function_.variable(outer);
  variable.captured = outer;
  variable.outlives_function = true;
  if (lambda_->getCaptureDefault() != clang::LCD_ByRef)  // only listed captures have a name
    std::erase_if(variable.names, [&](const model::Name& one) { return one.text != declaration->getNameAsString(); });
  const bool renamed = std::ranges::any_of(lambda_->captures(), [&](const clang::LambdaCapture& capture) {
    return lambda_->isInitCapture(&capture) && capture.getCapturedVar() == declaration;
  });
  // An alias of the variable, which may be const, names it only if the lambda does not capture the variable itself.
  const bool alias = !renamed && parent_->aliases_.contains(declaration);
  const bool itself = std::ranges::any_of(lambda_->captures(), [&](const clang::LambdaCapture& capture) {
    const clang::ValueDecl* captured = capture.capturesVariable() ? capture.getCapturedVar() : nullptr;
    return captured && !parent_->aliases_.contains(captured) && is_outer(captured);
  });
  if ((renamed || is_outer(declaration)) && !(alias && (itself || lambda_->getCaptureDefault() == clang::LCD_ByRef))) {
    variable.name = declaration->getNameAsString();
    variable.type = class_of(declaration);
    if (renamed) variable.names.push_back(declared_names().name_of(declaration));
  } else if (lambda_->getCaptureDefault() != clang::LCD_ByRef) {
    variable.can_be_named = false;
    for (const clang::LambdaCapture& capture : lambda_->captures()) {
      const bool itself = capture.capturesVariable() && capture.getCaptureKind() == clang::LCK_ByRef;
      if (itself && is_outer(capture.getCapturedVar())) variable.can_be_named = true;
    }
  }
  function_.variables.push_back(std::move(variable));
  return model::VariableId(function_.variables.size() - 1);
}

/// Returns the effects of a call on the variables of the enclosing function. A call may skip any of them.
Expressions FunctionBuilder::effects_on_enclosing() const {
  Expressions result;
  const auto add = [&](const Expr& found, Access access) {
    const model::VariableId outer = function_.variable(found.variable).captured;
    for (const Expr& known : result) {
      const bool same = known.grows == found.grows && known.resizes == found.resizes;
      if (known.variable == outer && known.access == access && same) return;
    }
    Expr effect = found;
    effect.variable = outer;
    effect.access = access;
    effect.operands.clear();
    result.push_back(std::move(effect));
  };
  model::visit_all_expressions(function_.body, [&](const Expr& expression) {
    if (expression.kind != Expr::Kind::Reference) return;
    if (function_.variable(expression.variable).captured == model::kNoVariable) return;
    add(expression, expression.access == Access::Read ? Access::Read : Access::Update);
  });
  return result;
}

}  // namespace agc::parse
