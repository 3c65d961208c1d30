#pragma once
/// Targets of jumps, and the jumps that depend on tensors.
#include <span>

#include "model/function.h"

namespace agc::analysis {

/// Jumps that leave a statement.
struct JumpSet {
  bool breaks = false;
  bool continues = false;
  bool returns = false;

  bool any() const { return breaks || continues || returns; }
};

/// Returns the jumps that leave `statement`. With `staged_only`, returns those that a tensor decides: jumps under a
/// staged condition, and jumps out of a loop that runs through the runtime.
JumpSet escaping_jumps(const model::Stmt& statement, bool staged_only);

/// True if every path through the statement ends in a jump or does not end.
bool surely_leaves(const model::Stmt& statement);

/// True if every path ends in a jump or does not end, and at least one path ends in a jump out of the statement.
bool surely_jumps(const model::Stmt& statement);

/// Sets `has_exits` on the loops that a staged jump leaves and on `switch` statements that contain one, inner
/// statements first.
void find_loop_exits(model::Stmt& statement);

}  // namespace agc::analysis
