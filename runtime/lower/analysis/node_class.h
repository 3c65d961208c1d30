#pragma once
/// The classes of nodes, and the properties of single nodes that lowering needs.
#include <optional>
#include <utility>
#include <vector>

#include "graph/graph.h"
#include "kernel/scalar/scalar_builder.h"
#include "lower/analysis/slice_bounds.h"
#include "tensor/axis.h"

namespace ag::codegen {

/// The way in which a node is lowered.
enum class NodeClass : uint8_t {
  Constant,
  Undefined,  // a value that is never read: zeros
  Cond,
  Switch,
  While,
  Scalar,        // primitives on registers
  Apply,         // a kernel's inner loop on registers
  Uniform,       // an array of a single number that only loop nests read: a register
  Elementwise,   // part of a loop nest
  Reduction,     // at the end of a loop nest
  View,          // other indices of the same elements
  Slice,         // a view at a computed position
  SliceAssign,   // replaces a slice of the first operand
  Copy,          // the elements of a view or slice, of whose array a part is replaced while the view is in use
  Product,       // of small matrices: a loop nest
  Convolution,   // with few small filters: loop nests
  SmallMatmul,   // a product with few terms per element: part of a loop nest
  Gather,        // elements at computed indices: part of a loop nest
  SteppedSlice,  // a slice whose step depends on values: part of a loop nest
  OneHot,        // comparison of positions with indices: part of a loop nest
  Scan,          // cumulative sums or products: part of a loop nest
  Sort,          // of short rows: statements in a loop nest
  Concat,        // of arrays: a loop nest for each operand
  Compress,      // the elements that a mask selects: a loop nest
  RowProduct,    // of a vector and a matrix with computed extents: a loop nest, or a kernel
  Extent,        // of a bounded value: a register
  Scatter,       // updates at computed indices, in order: a loop nest
  Segments,      // sums of rows by segment: a loop nest
  Inverse,       // of a small matrix, or solution of a small system: statements
  Cholesky,      // factor of a small matrix: statements
  Call,          // of a graph that is a function of the program
  Kernel,        // any other node
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
  return detail::axis_of(axis, shape);
}

/// Terms per element of a larger product that is fused: with so few, memory traffic outweighs the arithmetic.
inline constexpr int64_t kFewTerms = 4;
/// The most operands of a concatenation that has a loop for each.
inline constexpr size_t kMaxParts = 64;

/// True if a sort, or the first elements of one, is a loop over rows: rows are short, and their dtype has comparisons.
bool orders_short_rows(const ir::Graph& graph, const ir::Node& node);

}  // namespace ag::codegen
