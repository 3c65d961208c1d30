// Captures of lambdas: those by value are read where the lambda is created, and a variable of the lambda stands for
// each variable around it that it names.
#include <algorithm>

#include "model/visit.h"
#include "parse/build/calls/lambda_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/reference_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/algorithm_call.h"
#include "parse/queries/functions/callee.h"
#include "parse/queries/functions/conversion_scope.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/functions/recursion.h"
#include "parse/queries/types/type_class.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;

namespace {

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

/// Collects the captures by value, which are read where the lambda is created.
void LambdaBuilder::collect_captures(const clang::LambdaExpr* source, Expressions& out) {
  for (const clang::LambdaCapture& capture : source->captures()) {
    if (!capture.capturesVariable()) continue;
    const auto* variable = capture.getCapturedVar();
    if (source->isInitCapture(&capture)) {
      const auto* declared = llvm::cast<clang::VarDecl>(variable);
      if (declared->getType()->isReferenceType()) context_.aliases().remember_alias(declared, declared->getInit());
      collect_init_capture(declared, out);
    } else if (capture.getCaptureKind() == clang::LCK_ByCopy) {
      context_.references().collect_variable(variable, {capture.getLocation(), capture.getLocation()}, {}, out);
    }
  }
  if (source->getCaptureDefault() != clang::LCD_ByCopy || !source->getLambdaClass()->isDependentContext()) return;
  OuterUses uses;
  uses.traverse(source->getBody());
  for (const clang::DeclRefExpr* use : uses.found) {
    const auto is_listed = [&](const clang::LambdaCapture& capture) {
      return capture.capturesVariable() && capture.getCapturedVar() == use->getDecl();
    };
    if (context_.variables().contains(use->getDecl()) && std::ranges::none_of(source->captures(), is_listed))
      context_.references().collect_variable(use->getDecl(), {source->getBeginLoc(), source->getBeginLoc()}, {}, out);
  }
}

/// Collects an init-capture: a variable of the lambda with the type and binding time of its initialiser.
void LambdaBuilder::collect_init_capture(const clang::VarDecl* variable, Expressions& out) {
  const bool structure = is_structure_of_numbers(variable->getType());
  if (!(structure || is_stageable_number(variable->getType())) || variable->getType()->isReferenceType()) {
    return collect(variable->getInit(), {}, out);
  }
  Expr declared = finding(Expr::Kind::Reference, variable->getLocation());
  declared.variable = context_.variables().add_variable(variable, variable->getType());
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

bool LambdaBuilder::captures_by_copy(const clang::ValueDecl* declaration) const {
  for (const clang::LambdaCapture& capture : lambda_->captures()) {
    if (!capture.capturesVariable() || capture.getCapturedVar() != declaration) continue;
    if (lambda_->isInitCapture(&capture)) return !declaration->getType()->isReferenceType();
    return capture.getCaptureKind() == clang::LCK_ByCopy;
  }
  return lambda_->getCaptureDefault() == clang::LCD_ByCopy;
}

/// True if the declaration holds a lambda of this function or of a function around it.
bool LambdaBuilder::is_closure(const clang::ValueDecl* declaration) const {
  for (FunctionContext* at = &context_; at; at = at->parent()) {
    if (at->lambdas().held_by(declaration)) return true;
  }
  return false;
}

bool LambdaBuilder::collect_captured(const clang::ValueDecl* declaration, clang::SourceRange range, Use use,
                                     Expressions& out) {
  if (!lambda_) return false;
  const auto* variable = llvm::dyn_cast<clang::VarDecl>(declaration);
  const bool automatic = variable ? variable->hasLocalStorage() : llvm::isa<clang::BindingDecl>(declaration);
  if (!automatic) return false;
  // A copied lambda still changes variables to which it has references.
  if (!parent_ || (captures_by_copy(declaration) && !is_closure(declaration))) {
    // The copy is a part of the lambda and keeps its value between calls.
    const model::VariableId id = context_.variables().add_variable(declaration, declaration->getType());
    function_.variable(id).outlives_function = true;
    function_.variable(id).copied = true;
    const Expr original = parent_ ? parent_->references().reference_to(declaration) : Expr{};
    if (original.variable != model::kNoVariable) {
      function_.variable(id).copy_of = original.variable;
      function_.variable(id).promotion.spelled = false;
      function_.variable(id).growth.type_range = {};
    }
    context_.references().collect_variable(declaration, range, use, out);
    return true;
  }
  Expressions outer;
  parent_->references().collect_variable(declaration, range, use, outer);
  for (Expr& expression : outer) {
    model::visit_expressions(expression, [&](Expr& inner) {
      if (inner.kind == Expr::Kind::Reference) inner.variable = captured_variable(inner.variable, declaration);
      inner.borrower = model::kNoVariable;  // a variable of the enclosing function
    });
    out.push_back(std::move(expression));
  }
  return true;
}

/// Returns the variable that stands for `outer` in this lambda. `declaration`: the name through which it was reached.
model::VariableId LambdaBuilder::captured_variable(model::VariableId outer, const clang::ValueDecl* declaration) {
  for (size_t k = 0; k < function_.variables.size(); ++k) {
    if (function_.variables[k].captured == outer) return model::VariableId(k);
  }
  const auto is_outer = [&](const clang::ValueDecl* other) {
    const model::VariableId known = parent_->variables().find(other);
    if (known != model::kNoVariable) return known == outer;
    const Alias* alias = parent_->aliases().find(other);
    return alias && alias->whole && alias->target == outer;
  };
  model::Variable variable = parent_->function().variable(outer);
  variable.captured = outer;
  variable.outlives_function = true;
  if (lambda_->getCaptureDefault() != clang::LCD_ByRef)  // only listed captures have a name
    std::erase_if(variable.names, [&](const model::Name& one) { return one.text != declaration->getNameAsString(); });
  const bool renamed = std::ranges::any_of(lambda_->captures(), [&](const clang::LambdaCapture& capture) {
    return lambda_->isInitCapture(&capture) && capture.getCapturedVar() == declaration;
  });
  // An alias of the variable, which may be const, names it only if the lambda does not capture the variable itself.
  const bool alias = !renamed && parent_->aliases().find(declaration);
  const bool itself = std::ranges::any_of(lambda_->captures(), [&](const clang::LambdaCapture& capture) {
    const clang::ValueDecl* captured = capture.capturesVariable() ? capture.getCapturedVar() : nullptr;
    return captured && !parent_->aliases().find(captured) && is_outer(captured);
  });
  if ((renamed || is_outer(declaration)) && !(alias && (itself || lambda_->getCaptureDefault() == clang::LCD_ByRef))) {
    variable.name = declaration->getNameAsString();
    variable.type = class_of(declaration);
    if (renamed) variable.names.push_back(context_.declared_names().name_of(declaration));
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

Expressions LambdaBuilder::effects_on_enclosing() const {
  Expressions result;
  const auto add = [&](const Expr& found, Access access) {
    const model::VariableId outer = function_.variable(found.variable).captured;
    for (const Expr& known : result) {
      const bool same = known.grows == found.grows && known.resizes == found.resizes;
      if (known.variable == outer && known.access == access && same) return;
    }
    Expr effect = found;
    effect.variable = outer;
    effect.borrower = model::kNoVariable;  // a variable of the lambda
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
