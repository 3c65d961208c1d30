#pragma once
/// What lowering knows of a graph before it starts: which nodes count, how each is lowered, how often values are used.
#include <optional>
#include <vector>

#include "graph/graph.h"

namespace ag::codegen {

/// How a node is lowered.
enum class NodeClass : uint8_t {
  Constant,
  Cond,
  Switch,
  While,
  Scalar,       // primitives on registers
  Apply,        // a kernel's inner loop on registers
  Elementwise,  // a part of a loop nest
  Reduction,    // the same, at its end
  View,         // other indices of the same elements
  Kernel,       // anything else
};

/// The elements of a value as a strided part of a row-major array.
struct Affine {
  int64_t offset = 0;
  std::vector<int64_t> strides;  // by axis, in elements
};

/// Rank 0, known.
inline bool is_number(const ir::TensorType& type) { return type.shape.ranked() && type.shape.empty(); }

/// A reduction over axes of an array of known shape.
struct Reduction {
  ir::Fold fold = ir::Fold::None;
  DType accumulator = DType::float32;  // what it is computed in
  DType result = DType::float32;
  std::vector<bool> reduced;  // by axis
  bool row_reduced = true;    // whether the last axis that is longer than 1 is
  int64_t count = 1;          // how many elements go into each result
};
Reduction reduction_of(const ir::Graph& graph, const ir::Node& node);

class GraphAnalysis {
 public:
  GraphAnalysis(const ir::Graph& graph, bool fuse);

  bool is_live(ir::NodeId node) const;
  NodeClass class_of(ir::NodeId node) const { return classes_[static_cast<size_t>(node)]; }
  /// Whether the scalar rule of a node may end with an error.
  bool has_checks(ir::NodeId node) const { return checks_[static_cast<size_t>(node)]; }
  /// How often live nodes and blocks use a value.
  int uses(ir::ValueId value) const { return uses_[static_cast<size_t>(value)]; }
  /// Whether loads read its elements, so that it has to be row-major.
  bool is_loaded(ir::ValueId value) const { return loaded_[static_cast<size_t>(value)]; }
  /// Whether `node` is the last in its block to use the value, which is defined there and not yielded.
  bool is_last_use(ir::ValueId value, ir::NodeId node) const;
  /// Whether a View node that may be read later shows its elements.
  bool has_views(ir::ValueId value) const { return viewed_[static_cast<size_t>(value)]; }
  /// What a View node reads of its operand.
  const Affine& view(ir::NodeId node) const { return *views_[static_cast<size_t>(node)]; }

 private:
  void mark_block(ir::BlockId block);
  void classify(ir::NodeId node, bool fuse);
  NodeClass classify_elementwise(ir::NodeId node, bool fuse);
  void count_uses(ir::BlockId block);
  void note_last_uses(ir::NodeId node, ir::BlockId home, ir::NodeId at);
  void mark_loads(ir::BlockId block);

  const ir::Graph& graph_;
  std::vector<bool> live_, loaded_, viewed_;
  std::vector<NodeClass> classes_;
  std::vector<bool> checks_;
  std::vector<int> uses_;
  std::vector<ir::NodeId> last_use_;  // kNone: none in the block where the value is defined, or yielded there
  std::vector<std::optional<Affine>> views_;
};

}  // namespace ag::codegen
