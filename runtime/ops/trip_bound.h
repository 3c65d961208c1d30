#pragma once
/// The trip count of a loop whose condition compares an induction variable with a constant, or an upper bound of it.
#include <optional>

#include "graph/graph.h"

namespace ag::ops {

struct TripBound {
  int64_t most;
  bool exact;  // `most` is the exact trip count
  // Of an exact bound: the induction variable among the loop-carried values, its first value, and its step.
  size_t counter = 0;
  int64_t start = 0, step = 0;
};

std::optional<TripBound> trip_bound(const ir::Graph& graph, ir::NodeId loop);

}  // namespace ag::ops
