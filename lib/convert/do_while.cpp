// A staged do, or one that a staged jump leaves, becomes ag::do_stmt.
#include "convert/lowering.h"

namespace agc::convert {

model::Node Lowering::do_loop(model::Stmt& statement, const Scope& scope) {
  if (!statement.staged && !statement.has_exits) return kept_loop(statement, scope);
  return lambda_loop(statement, model::Node::Form::Do, scope);
}

}  // namespace agc::convert
