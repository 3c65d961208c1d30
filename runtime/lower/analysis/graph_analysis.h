#pragma once
/// The analysis of a graph before lowering: live nodes, their classes, and the uses of values.
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "lower/analysis/node_class.h"

namespace ag::codegen {

class CalledGraphs;

/// A value whose unknown extents have upper bounds.
struct BoundedValue {
  ir::TensorType type;  // with the bounds
  AxisExtents extents;
};

class GraphAnalysis {
 public:
  GraphAnalysis(const ir::Graph& graph, bool fuse, const CalledGraphs& called);

  bool is_live(ir::NodeId node) const;
  NodeClass class_of(ir::NodeId node) const { return classes_[static_cast<size_t>(node)]; }
  /// True if the scalar rule of a node may raise an error.
  bool has_checks(ir::NodeId node) const { return checks_[static_cast<size_t>(node)]; }
  /// Returns the number of uses of a value by live nodes and blocks.
  int uses(ir::ValueId value) const { return uses_[static_cast<size_t>(value)]; }
  /// True if loads read the value's elements, so that its array must be row-major.
  bool is_loaded(ir::ValueId value) const { return loaded_[static_cast<size_t>(value)]; }
  /// True if `node` may overwrite the elements of a value: it is the last use of the value and of its views, and it
  /// runs once per value of the array.
  bool consumes(ir::NodeId node, ir::ValueId value) const;
  /// Returns the only user of a value, if it is in the value's block and uses the value directly. Otherwise, or if the
  /// user reads a view of the value, returns kNone.
  ir::NodeId only_user(ir::ValueId value) const;
  /// True if a node of the block, or of a nested block, uses the value.
  bool is_used_in(ir::BlockId block, ir::ValueId value) const { return last_use_.contains({block, value}); }
  /// Returns the elements that a View or Slice reads of its operand, or that a SliceAssign replaces; without terms.
  const StridedAccess& view(ir::NodeId node) const { return *views_[static_cast<size_t>(node)]; }
  /// True if the position of a view depends on values.
  bool is_placed(ir::NodeId node) const { return placements_.contains(node); }
  /// Returns the same with its index operands, for Slice and SliceAssign nodes.
  const SliceAccess& placement(ir::NodeId node) const { return placements_.at(node); }
  /// Returns the type of a value. The unknown extents of a bounded value are replaced by their upper bounds.
  const ir::TensorType& type(ir::ValueId value) const {
    if (bounded_.empty()) return graph_.value(value).type;
    const auto found = bounded_.find(value);
    return found == bounded_.end() ? graph_.value(value).type : found->second.type;
  }
  /// True if the value has extents that are not static but have an upper bound; see bounded/extents.h.
  bool is_bounded(ir::ValueId value) const { return bounded_.contains(value); }
  const AxisExtents& extents(ir::ValueId value) const {
    const auto found = bounded_.find(value);
    return found == bounded_.end() ? no_extents_ : found->second.extents;
  }
  /// Returns the extents of a slice, by its axes.
  AxisExtents slice_extents(const SliceAccess& placement, const AxisExtents& of_array);
  ExtentTable& extent_table() { return extent_table_; }
  /// Returns the operation of subscripts; null if no value is bounded.
  const ir::OpDef* index_op() const { return index_op_; }

 private:
  friend class BoundedClassifier;
  friend class NodeClassifier;

  void mark_block(ir::BlockId block);
  void mark_uniform();
  void mark_needed_arrays(ir::BlockId block, std::vector<bool>& needed) const;
  void mark_uniform(ir::BlockId block, const std::vector<bool>& needed);
  void count_uses();
  void count_uses(ir::BlockId block);
  void copy_outlived_views();
  void list_outlived_views(ir::BlockId block, std::map<ir::NodeId, std::vector<ir::NodeId>>& views) const;
  bool is_transpose(ir::NodeId node) const;
  void list_transposes(ir::BlockId block, int depth, std::map<ir::ValueId, int>& depths) const;
  void store_transposes();
  void note_use(ir::ValueId value, ir::BlockId block, ir::NodeId at);
  void mark_loads(ir::BlockId block);
  void mark_copies(ir::BlockId block);

  const ir::Graph& graph_;
  const CalledGraphs& called_;
  std::vector<bool> live_, loaded_;
  std::vector<NodeClass> classes_;
  std::vector<bool> checks_;
  std::vector<int> uses_;
  // The last node of a block that uses a value, itself or in a nested block; kNone: the block yields the value.
  std::map<std::pair<ir::BlockId, ir::ValueId>, ir::NodeId> last_use_;
  std::vector<std::optional<StridedAccess>> views_;
  std::map<ir::NodeId, SliceAccess> placements_;
  std::map<ir::ValueId, BoundedValue> bounded_;
  ExtentTable extent_table_;
  const ir::OpDef* index_op_ = nullptr;
  const AxisExtents no_extents_;
};

}  // namespace ag::codegen
