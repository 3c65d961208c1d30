#pragma once
/// How often a loop runs at most, where its test compares a counter with a number.
#include <optional>

#include "graph/graph.h"

namespace ag::grad {

struct TripBound {
  int64_t most;
  bool exact;  // it runs as often in any case
};

std::optional<TripBound> trip_bound(const ir::Graph& graph, ir::NodeId loop);

}  // namespace ag::grad
