// A C-style for over a host counter stays. Where a staged jump leaves it, its body is guarded, and the loop ends on the
// host as soon as the exit is certain there.
#include "convert/lowering.h"

namespace agc::convert {

model::Node Lowering::for_loop(model::Stmt& statement, const Scope& scope) {
  if (!statement.has_exits) return kept_loop(statement, scope);
  return lambda_loop(statement, model::Node::Form::GuardedFor, scope);
}

}  // namespace agc::convert
