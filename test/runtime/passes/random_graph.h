#pragma once
/// Graphs made of a seed, for tests of passes: numbers and small arrays, loops that end, branches, effects, operations
/// that may fail; and much that passes look for: equal nodes, known numbers, carries that never change or are never
/// used.
#include <random>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "ops/table.h"

namespace ag::test {

class RandomGraph {
 public:
  /// Every second graph divides integers, perhaps by zero. Two in five have arrays for the most part.
  explicit RandomGraph(unsigned seed)
      : random_(seed), graph_("random_" + std::to_string(seed)), divides_(seed % 2 == 1), arrays_(seed % 5 < 2) {}

  /// Inputs: two of int32[], and one each of boolean[], float32[], float32[4].
  ir::Graph generate();

 private:
  int below(int end) { return static_cast<int>(random_() % static_cast<unsigned>(end)); }
  bool chance(int percent) { return below(100) < percent; }

  const ir::TensorType& type(ir::ValueId value) const { return graph_.value(value).type; }
  /// A visible value of that type; there is always one.
  ir::ValueId pick(const ir::TensorType& type);
  ir::TensorType any_type();
  SourceLocation next_line() { return SourceLocation::named("random.cpp", ++line_); }
  ir::ValueId add(ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes = {});
  ir::ValueId add_constant(ir::BlockId block, const ir::TensorType& type);

  void fill(ir::BlockId block, int depth);
  void add_operation(ir::BlockId block);
  void add_sum_of_slice(ir::BlockId block, std::pair<ir::ValueId, ir::ValueId> bounds, ir::Attributes subscript);
  void add_updated_slice(ir::BlockId block, std::pair<ir::ValueId, ir::ValueId> bounds, ir::Attributes subscript);
  void add_of_array(ir::BlockId block, const ir::TensorType& wanted);
  void add_arranged(ir::BlockId block, const ir::TensorType& wanted);
  void add_effect(ir::BlockId block);
  void add_branches(ir::BlockId block, int depth);
  void add_taps(ir::BlockId block);
  void add_loop(ir::BlockId block, int depth);
  std::vector<ir::TensorType> some_types();

  std::mt19937 random_;
  ir::Graph graph_;
  bool divides_, arrays_;
  std::vector<ir::ValueId> visible_;
  std::vector<ir::NodeId> repeatable_;  // whose operands are visible
  uint32_t line_ = 0;
};

}  // namespace ag::test
