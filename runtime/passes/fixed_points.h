#pragma once
/// Which loops are asked whether they have come to a fixed point, and for what.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/graph.h"

namespace ag::passes {

/// Asking costs a comparison for each element that is kept; what is saved then has to be much more.
struct FixedPointLimits {
  int64_t rounds = 32;          // of the loop at least, where that is known
  int64_t work = 64;            // what is saved in an iteration, as work_of counts, at least,
  int64_t work_of_element = 8;  // and for each element that is compared or kept
  int64_t elements = 16384;     // that are compared and kept, at most
  bool hopeless = false;        // also what only multiplies, or only computes arrays element by element

  /// Whatever a loop computes of itself alone, for tests; AG_FIXED_POINTS_ALL=1 in the environment asks for it.
  static FixedPointLimits all() { return {0, 0, 0, 16384, true}; }
};

/// What a loop computes of a few of the values that it carries, and of nothing else that changes.
struct FixedPart {
  std::vector<size_t> state;       // which of the carried values, their next ones included
  std::vector<ir::NodeId> nodes;   // of the body, in its order
  std::vector<ir::ValueId> given;  // what the rest of the body needs of them, but for next values of the state
  size_t at = 0;                   // where in the body all of them can be computed, without an error coming earlier
  int64_t work = 0;                // in an iteration
};

/// The part with the most work, if one is worth it.
std::optional<FixedPart> find_fixed_part(const ir::Graph& graph, ir::NodeId loop, const FixedPointLimits& limits);

/// Whether it changed the graph.
bool stop_at_fixed_points(ir::Graph& graph, const FixedPointLimits& limits);

}  // namespace ag::passes
