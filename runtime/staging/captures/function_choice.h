#pragma once
/// The function values in the states of several paths: each path is given the targets of all paths, in one order.
#include <vector>

#include "ag/staging/function_choice.h"
#include "graph/graph.h"
#include "staging/control/leaves.h"
#include "trace/context.h"

namespace ag::detail {

/// True if one of the leaves is a function value.
bool has_choice(const Leaves& leaves);

/// The leaves of one path, and the block in which its values are computed.
struct PathLeaves {
  Leaves leaves;
  ir::BlockId block;
};

/// Unites the targets of function values at the same position of all paths. Those of the first path keep their order
/// and come first. Lists of different structure are left as they are from the first difference on.
void unify_choices(tracing::Trace& trace, std::vector<PathLeaves>& paths, SourceLocation location);

/// True if the function values of both lists have the same targets in the same order.
bool same_choices(const Leaves& a, const Leaves& b);

}  // namespace ag::detail
