#pragma once
/// Where jumps go, and which of them depend on tensors.
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

/// The jumps that leave `statement`; with `staged_only`, those that a tensor decides: under a staged condition, or out
/// of a loop that runs through the runtime.
JumpSet escaping_jumps(const model::Stmt& statement, bool staged_only);

/// Every path through the statement ends in a jump, or does not end.
bool surely_leaves(const model::Stmt& statement);

/// The same, and at least one path ends in a jump out of the statement.
bool surely_jumps(const model::Stmt& statement);

/// Sets `has_exits` on the loops that a staged jump leaves, and on a `switch` that has one inside; inner ones first.
void find_loop_exits(model::Stmt& statement);

}  // namespace agc::analysis
