// A loop over a tensor or a staged range, or a host loop over a range that a staged jump leaves, becomes ag::for_stmt.
#include "convert/lowering.h"

namespace agc::convert {

model::Node Lowering::range_for_loop(model::Stmt& statement, const Scope& scope) {
  if (!statement.staged && !statement.has_exits) return kept_loop(statement, scope);
  return lambda_loop(statement, model::Node::Form::RangeFor, scope);
}

}  // namespace agc::convert
