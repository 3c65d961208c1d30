#pragma once
/// The statements that threads of a device can execute.
#include <string>

#include "device_plan/task_axes.h"

namespace ag::codegen {

/// Returns why a thread cannot execute a statement or one inside of it; empty if it can.
std::string find_obstacle(const Program& program, const Statement& statement);

/// True if a team can execute the statement, with the threads of the team in uniform control flow. Appends the
/// induction variables of the loops and reductions that it shares.
bool is_team_code(const TaskAnalysis& analysis, const Statement& statement, std::vector<Register>& shared_loops);

/// Returns the number of iterations of the innermost loops of a statement, each `While` taken as one.
int64_t iteration_count(const Statement& statement);

/// True if the statement or one inside of it has this property.
template <class Property>
bool contains(const Statement& statement, Property&& property) {
  if (property(statement)) return true;
  for (const Block& block : statement.blocks) {
    for (const Statement& inner : block) {
      if (contains(inner, property)) return true;
    }
  }
  return false;
}
inline bool contains(const Statement& statement, StatementKind kind) {
  return contains(statement, [&](const Statement& one) { return one.kind == kind; });
}

}  // namespace ag::codegen
