#pragma once
/// Value-range analysis of integers of rank 0, valid for all inputs of a graph.
#include <map>

#include "graph/graph.h"

namespace ag::passes {

/// Wide enough for every integer dtype, and for sums and products of the bounds considered.
using WideInteger = __int128;

struct IntegerRange {
  WideInteger low = 0, high = 0;
};

/// Ranges of the values of one graph, which must not change in the meantime. A number that may wrap around has the full
/// range of its dtype.
class Ranges {
 public:
  explicit Ranges(const ir::Graph& graph) : graph_(graph) {}

  /// Returns the range of an integer of rank 0.
  IntegerRange of(ir::ValueId value);

 private:
  IntegerRange computed(ir::ValueId value);
  IntegerRange of_node(const ir::Node& node, IntegerRange all);
  IntegerRange carried(ir::ValueId argument, IntegerRange all);
  IntegerRange tested(ir::BlockId test, ir::ValueId verdict, ir::ValueId argument, IntegerRange all);

  const ir::Graph& graph_;
  std::map<ir::ValueId, IntegerRange> known_;
  int depth_ = 0;
};

/// True if a value is an integer of rank 0.
bool is_integer_number(const ir::TensorType& type);

}  // namespace ag::passes
