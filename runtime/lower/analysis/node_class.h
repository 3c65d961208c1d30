#pragma once
/// The analysis of a graph before lowering: live nodes, their classes, and the uses of values.
#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "kernel/scalar/scalar_builder.h"
#include "lower/analysis/slice_bounds.h"

namespace ag::codegen {

/// The way in which a node is lowered.
enum class NodeClass : uint8_t {
  Constant,
  Undefined,  // a value that is never read: zeros
  Cond,
  Switch,
  While,
  Scalar,       // primitives on registers
  Apply,        // a kernel's inner loop on registers
  Uniform,      // an array of a single number that only loop nests read: a register
  Elementwise,  // part of a loop nest
  Reduction,    // at the end of a loop nest
  View,         // other indices of the same elements
  Slice,        // a view at a computed position
  SliceAssign,  // replaces a slice of the first operand
  Copy,         // the elements of a view or slice, of whose array a part is replaced while the view is in use
  Product,      // of small matrices: a loop nest
  Convolution,  // with few small filters: loop nests
  SmallMatmul,  // a product with few terms per element: part of a loop nest
  Gather,       // elements at computed indices: part of a loop nest
  OneHot,       // comparison of positions with indices: part of a loop nest
  Scan,         // cumulative sums or products: part of a loop nest
  Sort,         // of short rows: statements in a loop nest
  Concat,       // of arrays: a loop nest for each operand
  Compress,     // the elements that a mask selects: a loop nest
  RowProduct,   // of a vector and a matrix with computed extents: a loop nest, or a kernel
  Extent,       // of a bounded value: a register
  Scatter,      // updates at computed indices, in order: a loop nest
  Segments,     // sums of rows by segment: a loop nest
  Inverse,      // of a small matrix, or solution of a small system: statements
  Cholesky,     // factor of a small matrix: statements
  Call,         // of a graph that is a function of the program
  Kernel,       // any other node
};

/// The access to the elements of a value: a strided part of a row-major array.
struct StridedAccess {
  int64_t offset = 0;
  std::vector<int64_t> strides;                             // by axis, in elements
  std::vector<std::pair<kernel::Register, int64_t>> terms;  // added to the offset: register · factor
};

/// True if the rank is known to be 0.
inline bool is_number(const ir::TensorType& type) { return type.shape.ranked() && type.shape.empty(); }

/// True if copying the elements of a view is cheaper than making a tensor of it.
inline bool is_copied(const ir::TensorType& type) {
  constexpr int64_t kMaxBytes = 2048;
  const int64_t count = type.shape.known() ? type.shape.element_count() : 0;
  return count > 0 && count * static_cast<int64_t>(item_size(type.dtype)) <= kMaxBytes;
}

/// Rows of at most this length are unrolled where that pays.
inline constexpr int64_t kShortRow = 8;

/// A reduction over axes of an array of static shape.
struct Reduction {
  ir::ReductionKind kind = ir::ReductionKind::None;
  DType accumulator = DType::float32;  // dtype of the computation
  DType result = DType::float32;
  std::vector<bool> reduced;  // by axis
  bool row_reduced = true;    // the last axis longer than 1 is reduced
  int64_t count = 1;          // number of elements reduced to each result
  bool position = false;      // the result is the first index of the maximum or minimum
  bool products = false;      // the reduced elements are products with a second operand, in the order of matmul
  /// True if each row is reduced twice: for the extremum and then for its index. Short rows need a single pass.
  bool arg_extrema(const Shape& domain) const { return position && row_reduced && domain.back() > kShortRow; }
};
Reduction reduction_of(const ir::Graph& graph, const ir::Node& node);

/// Returns the axis of a cumulative sum or product; nullopt for other nodes.
std::optional<size_t> scanned_axis(const ir::Node& node, const Shape& shape);
/// True if all axes after the scanned one have length 1.
bool is_row_scan(const Shape& shape, size_t axis);

/// True if a conv2d is lowered to loop nests: it has few small filters and static shapes.
bool is_written_out(const ir::Graph& graph, const ir::Node& node);
/// Returns the axis of an array of this shape along which a Gather takes elements.
size_t gathered_axis(const ir::Node& node, const Shape& shape);

/// True if each element of a Gather has an index of its own, as in take_along_axis.
bool takes_along_axis(const ir::Node& node);

/// A scatter. The elements that the second operand indexes along `axis` are combined with those of the third operand by
/// Add or Subtract, or replaced (Copy).
struct Scatter {
  kernel::Primitive change;
  size_t axis;
};
Scatter scatter_of(const ir::Node& node, const Shape& shape);
/// Returns the shape of the elements that indices select along an axis of an array.
Shape named_shape(const Shape& array, const Shape& indices, size_t axis);

/// Returns the axis of an array of this shape whose extent a Dim node reads.
inline size_t extent_axis(const ir::Node& node, const Shape& shape) {
  const int64_t axis = std::get<int64_t>(node.attributes[0]);
  return static_cast<size_t>(axis < 0 ? axis + shape.rank() : axis);
}

class CalledGraphs;

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
  void mark_block(ir::BlockId block);
  NodeClass classify(ir::NodeId node, bool fuse);
  std::optional<NodeClass> classify_by_kind(ir::NodeId node);
  NodeClass classify_view(ir::NodeId node);
  NodeClass classify_reduction(const ir::Node& node) const;
  NodeClass classify_matrices(ir::NodeId node) const;
  bool has_neighbouring_rows(ir::ValueId value) const;
  bool is_position(const ir::Node& node) const;
  bool has_known_places(const ir::Node& node) const;
  bool orders_short_rows(const ir::Node& node) const;
  bool has_known_parts(const ir::Node& node) const;
  bool has_known_rows(const ir::Node& node) const;
  bool has_known_segments(const ir::Node& node) const;
  NodeClass classify_elementwise(ir::NodeId node, bool fuse);
  void mark_uniform();
  void mark_needed_arrays(ir::BlockId block, std::vector<bool>& needed) const;
  void mark_uniform(ir::BlockId block, const std::vector<bool>& needed);
  void count_uses();
  void count_uses(ir::BlockId block);
  void copy_outlived_views();
  void list_outlived_views(ir::BlockId block, std::map<ir::NodeId, std::vector<ir::NodeId>>& views) const;
  void note_use(ir::ValueId value, ir::BlockId block, ir::NodeId at);
  bool classify_placed(ir::NodeId node, bool bounded = false);
  void mark_loads(ir::BlockId block);
  void mark_copies(ir::BlockId block);

  // bounded/bounded_values.cpp
  /// A value whose unknown extents have upper bounds.
  struct Bounded {
    ir::TensorType type;  // with the bounds
    AxisExtents extents;
  };
  struct BoundedUses;
  void mark_bounded();
  void mark_bounded(ir::BlockId block);
  void classify_bounded(ir::NodeId node);
  bool takes_value(const SliceAccess& placement, ir::ValueId value, const AxisExtents& of_array);
  bool view_of_bounded(ir::NodeId node);
  std::optional<Bounded> compressed(const ir::Node& node);
  std::optional<Bounded> row_product(const ir::Node& node) const;
  bool is_bounded_product(const ir::Node& node) const;
  std::optional<Bounded> repeated(const ir::Node& node);
  std::optional<Bounded> reduced(const ir::Node& node) const;
  bool refuse_bounded();
  void list_bounded_uses(ir::BlockId block, BoundedUses& uses) const;

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
  std::map<ir::ValueId, Bounded> bounded_;
  std::set<ir::NodeId> refused_;  // nodes whose results are not bounded, since loops do not use them
  ExtentTable extent_table_;
  const ir::OpDef* index_op_ = nullptr;
  const AxisExtents no_extents_;
};

}  // namespace ag::codegen
