#pragma once
/// Value-range analysis of integers of rank 0, valid for all inputs of a graph.
#include <map>
#include <optional>

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
  /// A loop-carried number: its argument, its initial range, and the constant that each iteration adds, if there is
  /// one.
  struct Induction {
    ir::ValueId value = ir::kNone;
    IntegerRange initial;
    std::optional<WideInteger> step;
  };
  IntegerRange computed(ir::ValueId value);
  IntegerRange of_node(const ir::Node& node, IntegerRange all);
  IntegerRange carried(ir::ValueId argument, IntegerRange all);
  std::optional<WideInteger> step_of(ir::ValueId argument, ir::ValueId next) const;
  IntegerRange tested(ir::BlockId test, ir::ValueId verdict, const Induction& argument, IntegerRange all);

  const ir::Graph& graph_;
  std::map<ir::ValueId, IntegerRange> known_;
  int depth_ = 0;
};

/// True if a value is an integer of rank 0.
bool is_integer_number(const ir::TensorType& type);

/// A number as the sum of another number and a constant. Valid only for numbers that do not wrap around.
struct IntegerSum {
  ir::ValueId base = ir::kNone;
  WideInteger more = 0;
};
/// Follows a chain of sums with constants, and of conversions to wider dtypes.
IntegerSum sum_of(const ir::Graph& graph, ir::ValueId value);

}  // namespace ag::passes
