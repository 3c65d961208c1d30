#pragma once
/// The part of a loop whose next values depend on that part alone, for the pass `fixed_points`.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "graph/graph.h"

namespace ag::passes {

/// The test compares each element of the state in each iteration, so the saved work must be much larger.
struct FixedPointLimits {
  int64_t rounds = 32;          // minimum trip count, if that is known
  int64_t work = 64;            // minimum work saved per iteration, as work_of estimates it,
  int64_t work_of_element = 8;  // and per element that is compared or kept
  int64_t elements = 16384;     // maximum number of elements compared and kept
  bool hopeless = false;        // also parts that only multiply, or only compute arrays elementwise

  /// Limits that accept every part of a loop that depends on itself alone, for tests. AG_FIXED_POINTS_ALL=1 in the
  /// environment selects them.
  static FixedPointLimits all() { return {0, 0, 0, 16384, true}; }
};

/// The part of a loop that computes a few of the carried values from nothing else that varies.
struct FixedPart {
  std::vector<size_t> state;       // indices of the carried values, including their next values
  std::vector<ir::NodeId> nodes;   // of the body, in its order
  std::vector<ir::ValueId> given;  // values that the rest of the body uses, except the next values of the state
  size_t at = 0;                   // position in the body where the part can run without an earlier error
  int64_t work = 0;                // per iteration
};

/// Returns the part with the most work, or nullopt if no part reaches the limits.
std::optional<FixedPart> find_fixed_part(const ir::Graph& graph, ir::NodeId loop, const FixedPointLimits& limits);

}  // namespace ag::passes
