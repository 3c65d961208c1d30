// A staged while, or one that a staged jump leaves, becomes ag::while_stmt.
#include "convert/lowering.h"

namespace agc::convert {

model::Node Lowering::while_loop(model::Stmt& statement, const Scope& scope) {
  if (!statement.staged && !statement.has_exits) return kept_loop(statement, scope);
  return lambda_loop(statement, model::Node::Form::While, scope);
}

}  // namespace agc::convert
