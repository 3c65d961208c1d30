#pragma once
/// How often a loop runs at most, where its test compares a counter with a number.
#include <optional>

#include "graph/graph.h"

namespace ag::ops {

struct TripBound {
  int64_t most;
  bool exact;  // it runs as often in any case
  // Of an exact one: which of the values that the loop carries counts, from where, and by how much.
  size_t counter = 0;
  int64_t start = 0, step = 0;
};

std::optional<TripBound> trip_bound(const ir::Graph& graph, ir::NodeId loop);

}  // namespace ag::ops
