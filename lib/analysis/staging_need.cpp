#include "analysis/staging_need.h"

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Expr;
using model::Stmt;

/// What depends on a template parameter is decided by the overloads of the staging operators.
bool may_be_tensor(model::TypeClass type) {
  return type == model::TypeClass::Tensor || type == model::TypeClass::Dependent;
}

void mark(Expr& expression) {
  bool any = false;
  for (Expr& operand : expression.operands) {
    mark(operand);
    any = any || operand.staged;
  }
  switch (expression.kind) {
    case Expr::Kind::Logical:
    case Expr::Kind::Negation:
      expression.staged = any;
      break;
    case Expr::Kind::Conditional:
      expression.staged = any || may_be_tensor(expression.type);
      break;
    default:
      expression.staged = may_be_tensor(expression.type);
  }
}

}  // namespace

void find_staging_need(model::Function& function) {
  model::visit_statements(function.body, [](Stmt& statement) {
    model::visit_own_expressions(statement, [](Expr& expression) { mark(expression); });
    switch (statement.kind) {
      case Stmt::Kind::If:
        statement.staged = !statement.is_constexpr && statement.condition.staged;
        break;
      case Stmt::Kind::RangeFor:
        statement.staged = statement.range_is_tensor;
        break;
      case Stmt::Kind::While:
      case Stmt::Kind::For:
      case Stmt::Kind::DoWhile:
      case Stmt::Kind::Switch:
        statement.staged = statement.has_condition && statement.condition.staged;
        break;
      default:
        break;
    }
  });
}

}  // namespace agc::analysis
