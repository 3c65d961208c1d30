#pragma once
/// Between which numbers an integer of rank 0 is, whatever a graph is given.
#include <map>

#include "graph/graph.h"

namespace ag::passes {

/// Wide enough for every integer dtype, and for sums and products of bounds that are looked at.
using WideInteger = __int128;

struct IntegerRange {
  WideInteger low = 0, high = 0;
};

/// Ranges of values of one graph, which must not change meanwhile. Numbers that would wrap around may be anything that
/// their dtype holds.
class Ranges {
 public:
  explicit Ranges(const ir::Graph& graph) : graph_(graph) {}

  /// Of an integer of rank 0.
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

/// Whether a value is an integer of rank 0.
bool is_integer_number(const ir::TensorType& type);

}  // namespace ag::passes
