// References to elements of containers, and methods that change an element. An element that a tensor index selects has
// no address: it is copied and written back.
#include <clang/AST/DeclCXX.h>
#include <clang/AST/TypeLoc.h>

#include <algorithm>

#include "model/visit.h"
#include "parse/build/values/list_builder.h"
#include "parse/build/values/subscript_builder.h"
#include "parse/build/variables/alias_builder.h"
#include "parse/build/variables/variable_builder.h"
#include "parse/queries/functions/expressions.h"
#include "parse/queries/uses/list_places.h"
#include "parse/session/ast_visitor.h"

namespace agc::parse {

using model::Access;
using model::Expr;
using Kind = Expr::Kind;

namespace {

/// True if the statement names the variable.
bool names(const clang::Stmt* statement, const clang::ValueDecl* variable) {
  if (!statement) return false;
  const auto* reference = llvm::dyn_cast<clang::DeclRefExpr>(statement);
  if (reference && reference->getDecl() == variable) return true;
  return std::ranges::any_of(statement->children(), [&](const clang::Stmt* child) { return names(child, variable); });
}

/// Finds lambdas that capture a variable, or a reference to a part of it.
class Captured : public AstVisitor {
 public:
  explicit Captured(const clang::ValueDecl* variable) : variable_(variable) {}
  bool found = false;

 private:
  bool visit(clang::Stmt* node) override {
    const auto* lambda = llvm::dyn_cast<clang::LambdaExpr>(node);
    found = found || (lambda && std::ranges::any_of(lambda->captures(), [this](const clang::LambdaCapture& one) {
                        if (!one.capturesVariable()) return false;
                        const auto* captured = llvm::dyn_cast<clang::VarDecl>(one.getCapturedVar());
                        const bool refers =
                            captured && captured->isInitCapture() && captured->getType()->isReferenceType();
                        return one.getCapturedVar() == variable_ || (refers && names(captured->getInit(), variable_));
                      }));
    return !found;
  }
  const clang::ValueDecl* variable_;
};

bool is_captured(const clang::VarDecl* variable) {
  const auto* function = llvm::dyn_cast<clang::FunctionDecl>(variable->getDeclContext());
  if (!function || !function->hasBody()) return true;
  Captured captured(variable);
  captured.traverse(function->getBody());
  return captured.found;
}

/// Returns the container of v[n], or null for other expressions.
const clang::Expr* subscripted_container(const clang::Expr* element) {
  element = element->IgnoreParenImpCasts();
  if (const auto* array = llvm::dyn_cast<clang::ArraySubscriptExpr>(element)) return array->getBase();
  const auto* call = llvm::dyn_cast<clang::CXXOperatorCallExpr>(element);
  return call && call->getOperator() == clang::OO_Subscript ? call->getArg(0) : nullptr;
}

/// True if the expression names a local variable.
bool names_variable(const Expr& one) {
  return one.kind == Kind::Reference || std::ranges::any_of(one.operands, names_variable);
}

}  // namespace

/// Returns the element if the expression is exactly an element, else null.
static Expr* element_named(Expr& one) {
  if (one.kind == Kind::Subscript) return &one;
  const bool around = one.kind == Kind::Opaque || one.kind == Kind::Structure;
  const bool alone = one.operands.size() == 1 && one.range == one.outer_range;
  return around && alone ? element_named(one.operands.front()) : nullptr;
}
static Expr* element_named(std::vector<Expr>& list) { return list.size() == 1 ? element_named(list.front()) : nullptr; }

/// Replaces the expressions of an initialiser such as lots.front() by one for the end of a container, if the container
/// may become a list.
void AliasBuilder::end_of_list(const clang::VarDecl* variable, Expressions& values) const {
  const clang::Expr* list = container_of_end(variable->getInit());
  if (!list || !context_.lists().names_possible_list(list) || values.size() != 1) return;
  Expr* container = &values.front();
  while (!container->may_be_empty && container->kind != Kind::Reference && container->operands.size() == 1)
    container = &container->operands.front();
  if (!container->may_be_empty && container->kind != Kind::Reference) return;
  Expressions operands;
  operands.push_back(std::move(*container));
  Expr result = wrapped(Kind::Opaque, as_written(variable->getInit()), std::move(operands));
  result.of_end = true;
  values.clear();
  values.push_back(std::move(result));
}

model::VariableId AliasBuilder::add_borrower(const clang::VarDecl* variable, Expressions& values) {
  end_of_list(variable, values);
  Expr* element = values.size() == 1 && values.front().of_end ? &values.front() : element_named(values);
  const clang::TypeSourceInfo* info = variable->getTypeSourceInfo();
  if (!element || !info || variable->getType()->isDependentType()) return model::kNoVariable;
  const auto id = context_.variables().add_variable(variable, variable->getType());
  context_.variables().forget(variable);  // an alias while the host knows the element
  model::Borrowing& borrowing = function_.variable(id).borrowing;
  borrowing.writes = !variable->getType().getNonReferenceType().isConstQualified();
  const auto* parts = llvm::dyn_cast<clang::DecompositionDecl>(variable);
  const clang::NamedDecl* named = variable;
  if (parts && !parts->bindings().empty()) named = parts->bindings().front();
  borrowing.scope = context_.declared_names().name_of(named).scope;
  // A copy of an element of a constant table does not require a tracked container.
  const clang::Expr* container = subscripted_container(variable->getInit());
  const bool table = container && is_table(container) && !borrowing.writes;
  borrowing.possible = !parts && !is_captured(variable) && (table || names_variable(element->operands.front()));
  if (const auto reference = info->getTypeLoc().getAs<clang::LValueReferenceTypeLoc>()) {
    borrowing.reference = text_.token(reference.getAmpLoc());
    borrowing.possible = borrowing.possible && text_.is_plain(reference.getAmpLoc());
    model::Range& type = function_.variable(id).promotion.type_range;
    const clang::SourceRange written = reference.getPointeeLoc().getUnqualifiedLoc().getSourceRange();
    if (type.empty() && written.isValid() && text_.is_plain(written.getBegin()) && text_.is_plain(written.getEnd()))
      type = text_.range(written);
  }
  element->borrower = id;
  for (Expr* row = element_named(element->operands.front()); row; row = element_named(row->operands.front()))
    row->refers = false;
  Expr declared = finding(Kind::Opaque, variable->getLocation());
  declared.outer_range = declared.range;
  declared.declares_alias = true;
  declared.borrower = id;
  declared.operands = std::move(values);
  values.clear();
  values.push_back(std::move(declared));
  return id;
}

void AliasBuilder::note_element_call(const clang::CallExpr* source, const clang::Expr* object, Use use,
                                     Expressions& target, const Expressions& arguments) const {
  Expr* element = element_named(target);
  if (!element || element->of_at || element->in_macro || !element->part.empty()) return;
  if (source->isLValue() && use.sink != model::Sink::Discarded) return;
  if (text_.range(source->getSourceRange()).begin != text_.range(object->getSourceRange()).begin) return;
  const Expr* container = &element->operands.front();
  while (container->kind != Kind::Reference && !container->operands.empty()) container = &container->operands.front();
  if (container->kind != Kind::Reference) return;
  bool changed = false;  // the write-back would overwrite a change by an argument
  for (const Expr& argument : arguments) {
    model::visit_expressions(argument, [&](const Expr& one) {
      changed =
          changed || (one.kind == Kind::Reference && one.access != Access::Read && one.variable == container->variable);
    });
  }
  element->of_method = !changed;
}

}  // namespace agc::parse
