#pragma once
/// What lowering knows of a graph before it starts: which nodes count, how each is lowered, how often values are used.
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "kernel/scalar_builder.h"
#include "lower/slice_bounds.h"

namespace ag::codegen {

/// How a node is lowered.
enum class NodeClass : uint8_t {
  Constant,
  Undefined,  // what nothing reads
  Cond,
  Switch,
  While,
  Scalar,       // primitives on registers
  Apply,        // a kernel's inner loop on registers
  Uniform,      // one number in all elements, which loop nests take: a register
  Elementwise,  // a part of a loop nest
  Reduction,    // the same, at its end
  View,         // other indices of the same elements
  Slice,        // the same, at a place that numbers tell
  SliceAssign,  // a part of the first operand is replaced
  Product,      // of small matrices: a loop nest
  Convolution,  // of few filters that have few elements: loop nests
  SmallMatmul,  // a product whose elements are sums of few terms: a part of a loop nest
  Gather,       // elements at places that integers tell: a part of a loop nest
  OneHot,       // whether a place is the one that an integer tells: a part of a loop nest
  Scan,         // sums or products up to each element: a part of a loop nest
  Sort,         // rows of few elements in order: statements in a loop nest
  Concat,       // an array of parts of others: a loop nest for each
  Scatter,      // rows that integers tell are changed, one after the other: a loop nest
  Segments,     // sums of rows by number: a loop nest
  Inverse,      // of a small matrix, or what it makes of a right side: statements
  Cholesky,     // the factor of a small matrix: statements
  Call,         // of a graph that is a function of the program
  Kernel,       // anything else
};

/// The elements of a value as a strided part of a row-major array.
struct Affine {
  int64_t offset = 0;
  std::vector<int64_t> strides;                             // by axis, in elements
  std::vector<std::pair<kernel::Register, int64_t>> terms;  // added to the offset: register times factor
};

/// Rank 0, known.
inline bool is_number(const ir::TensorType& type) { return type.shape.ranked() && type.shape.empty(); }

/// Whether the elements of a view are copied sooner than a tensor of it is made.
inline bool is_copied(const ir::TensorType& type) {
  constexpr int64_t kMostBytes = 2048;
  const int64_t count = type.shape.known() ? type.shape.element_count() : 0;
  return count > 0 && count * static_cast<int64_t>(item_size(type.dtype)) <= kMostBytes;
}

/// Rows of so many elements are written out, where that pays.
inline constexpr int64_t kShortRow = 8;

/// A reduction over axes of an array of known shape.
struct Reduction {
  ir::ReductionKind kind = ir::ReductionKind::None;
  DType accumulator = DType::float32;  // what it is computed in
  DType result = DType::float32;
  std::vector<bool> reduced;  // by axis
  bool row_reduced = true;    // whether the last axis that is longer than 1 is
  int64_t count = 1;          // how many elements go into each result
  bool position = false;      // the place of the first greatest or least element
  bool products = false;      // of the elements with those of a second operand, as matmul adds them up
  /// Whether rows are folded for the element first, and then for its place: those of few elements need one walk.
  bool searches(const Shape& domain) const { return position && row_reduced && domain.back() > kShortRow; }
};
Reduction reduction_of(const ir::Graph& graph, const ir::Node& node);

/// The axis along which a node adds up, or multiplies, the elements up to each one; none: it does not.
std::optional<size_t> scanned_axis(const ir::Node& node, const Shape& shape);
/// Whether nothing stands beside the elements of that axis.
bool is_row_scan(const Shape& shape, size_t axis);

/// Whether a conv2d is one of few filters, of known shapes, as loop nests compute it.
bool is_written_out(const ir::Graph& graph, const ir::Node& node);
/// The axis of an array of this shape along which a Gather takes elements.
size_t gathered_axis(const ir::Node& node, const Shape& shape);

/// Whether each element of a Gather has an index of its own, as take_along_axis has them.
bool takes_along_axis(const ir::Node& node);

/// Whether a node puts the elements of rows in order, or tells it.
bool orders_rows(const ir::Node& node);

/// Whether a node copies parts of its operands to places of an array.
bool joins_parts(const ir::Node& node);

/// What a node makes of the elements of its first operand that its second one names along an axis, and of those of its
/// third: Add, Subtract, or Copy of the latter.
struct Scatter {
  kernel::Primitive change;
  size_t axis;
};
bool changes_rows(const ir::Node& node);
Scatter scatter_of(const ir::Node& node, const Shape& shape);
/// The shape of what indices name along an axis of an array.
Shape named_shape(const Shape& array, const Shape& indices, size_t axis);

class CalledGraphs;

class GraphAnalysis {
 public:
  GraphAnalysis(const ir::Graph& graph, bool fuse, const CalledGraphs& called);

  bool is_live(ir::NodeId node) const;
  NodeClass class_of(ir::NodeId node) const { return classes_[static_cast<size_t>(node)]; }
  /// Whether the scalar rule of a node may end with an error.
  bool has_checks(ir::NodeId node) const { return checks_[static_cast<size_t>(node)]; }
  /// How often live nodes and blocks use a value.
  int uses(ir::ValueId value) const { return uses_[static_cast<size_t>(value)]; }
  /// Whether loads read its elements, so that it has to be row-major.
  bool is_loaded(ir::ValueId value) const { return loaded_[static_cast<size_t>(value)]; }
  /// Whether nothing needs the elements of the value when `node` has run, so that it may overwrite them: it is the last
  /// to use the value and its views, and runs once for each value that the array gets.
  bool consumes(ir::NodeId node, ir::ValueId value) const;
  /// The node that is the only one to use a value, in the block where it is; kNone where there is none, or a view of
  /// the value is what is used.
  ir::NodeId only_user(ir::ValueId value) const;
  /// Whether a node of the block, or one inside, uses the value.
  bool is_used_in(ir::BlockId block, ir::ValueId value) const { return last_use_.contains({block, value}); }
  /// What a View or Part node reads of its operand, or an Update replaces; without terms.
  const Affine& view(ir::NodeId node) const { return *views_[static_cast<size_t>(node)]; }
  /// The same with the numbers that place it; of Part and Update nodes.
  const Placement& placement(ir::NodeId node) const { return placements_.at(node); }

 private:
  void mark_block(ir::BlockId block);
  void classify(ir::NodeId node, bool fuse);
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
  void count_uses(ir::BlockId block);
  void note_use(ir::ValueId value, ir::BlockId block, ir::NodeId at);
  bool classify_placed(ir::NodeId node);
  void mark_loads(ir::BlockId block);
  void mark_copies(ir::BlockId block);

  const ir::Graph& graph_;
  const CalledGraphs& called_;
  std::vector<bool> live_, loaded_;
  std::vector<NodeClass> classes_;
  std::vector<bool> checks_;
  std::vector<int> uses_;
  // The last node of a block that uses a value, itself or with what stands inside of it; kNone: the block yields it.
  std::map<std::pair<ir::BlockId, ir::ValueId>, ir::NodeId> last_use_;
  std::vector<std::optional<Affine>> views_;
  std::map<ir::NodeId, Placement> placements_;
};

}  // namespace ag::codegen
