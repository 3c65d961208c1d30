#include "analysis/definedness.h"

#include "model/visit.h"

namespace agc::analysis {
namespace {

using model::Access;
using model::Expr;
using model::Stmt;
using model::VariableSet;

/// Visits the statements in order and collects the variables that may have a value. Code that a jump may skip counts as
/// executed, so a variable counts as undefined only if nothing before the read assigns it.
class Definedness {
 public:
  std::vector<UndefinedRead> run(const model::Function& function) {
    statement(function.body);
    return std::move(found_);
  }

 private:
  void statement(const Stmt& statement) {
    if (statement.is_loop()) {
      // In a loop, an iteration can read a variable that an earlier iteration assigned.
      model::visit_all_expressions(statement, [this](const Expr& expression) {
        if (is_write(expression)) assigned_.insert(expression.variable);
      });
    }
    model::visit_own_expressions(statement, [this](const Expr& one) { expression(one); });
    for (const Stmt& child : statement.children) this->statement(child);
  }

  void expression(const Expr& expression) {
    if (expression.asks_defined || expression.operation == model::LibraryOperation::IsDefined)
      return;  // `defined()` reads no value
    for (const Expr& operand : expression.operands) this->expression(operand);
    if (expression.kind != Expr::Kind::Reference) return;
    if (expression.access == Access::Declare) {
      if (expression.type != model::TypeClass::Tensor || expression.initialised) {
        assigned_.insert(expression.variable);
      } else {
        undefined_.insert(expression.variable);
      }
    } else if (is_write(expression)) {
      assigned_.insert(expression.variable);
    } else if (undefined_.contains(expression.variable) && !assigned_.contains(expression.variable)) {
      found_.push_back({expression.variable, expression.place});
      assigned_.insert(expression.variable);  // reported once
    }
  }

  static bool is_write(const Expr& expression) {
    return expression.kind == Expr::Kind::Reference &&
           (expression.access == Access::Write || expression.access == Access::Update);
  }

  VariableSet undefined_;  // declared without an initialiser
  VariableSet assigned_;   // assigned at or before the current place
  std::vector<UndefinedRead> found_;
};

}  // namespace

std::vector<UndefinedRead> find_undefined_reads(const model::Function& function) { return Definedness().run(function); }

}  // namespace agc::analysis
