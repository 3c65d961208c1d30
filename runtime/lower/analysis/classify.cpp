#include "lower/analysis/classify.h"

#include <algorithm>
#include <limits>

#include "kernel/elementwise.h"
#include "kernel/matmul/matmul.h"
#include "kernel/scalar/scalar_builder.h"
#include "lower/analysis/view_strides.h"
#include "lower/called_graphs.h"
#include "lower/nests/nest_strides.h"

namespace ag::codegen {

namespace {

// Beyond these limits the call is a small part of a product's time, and the statements would take long to compile.
constexpr int64_t kMaxTerms = 64;  // per element
constexpr int64_t kMaxTermsInAll = 4096;
// Each of these is lowered to about two thousand statements at most.
constexpr int64_t kMaxInverseRows = 4;
constexpr int64_t kMaxSolutionRows = 6;  // the right side is a vector or has few columns
constexpr int64_t kMaxSolutionColumns = 4;
constexpr int64_t kMaxFactorRows = 8;
// Elements of a matrix whose product with a vector is a row reduction. For larger ones the kernel is faster, since it
// processes several rows at a time.
constexpr int64_t kMaxFolded = 1 << 17;
constexpr int64_t kMaxSearchLength = std::numeric_limits<int32_t>::max();  // indices are int32

/// Evaluates a scalar rule without emitting code, to see if it supports the dtypes and emits checks.
class Probe : public kernel::ScalarBuilder {
 public:
  kernel::Register constant(DType, uint64_t) override { return 0; }
  kernel::Register emit(kernel::Primitive, DType, std::initializer_list<kernel::Register>) override { return 0; }
  void check(kernel::Register, ErrorKind, const char*) override { checks_ = true; }
  bool checks() const { return checks_; }

 private:
  bool checks_ = false;
};

}  // namespace

NodeClass NodeClassifier::classify_elementwise(ir::NodeId id, bool fuse) {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& result = analysis_.type(node.results[0]);
  const bool numbers = is_number(result);
  bool known = result.shape.known();
  for (ir::ValueId operand : node.operands) known = known && analysis_.type(operand).shape.known();
  if (!known || (!numbers && !fuse)) return NodeClass::Kernel;
  if (node.op->block->scalar) {
    Probe probe;
    const std::vector<kernel::Register> operands(node.operands.size(), 0);
    kernel::ScalarContext context{probe, operands, graph_.value(node.operands.back()).type.dtype, node.attributes};
    if (node.op->block->scalar(context) != ir::kNotScalar) {
      analysis_.checks_[static_cast<size_t>(id)] = probe.checks();
      return numbers ? NodeClass::Scalar : NodeClass::Elementwise;
    }
  }
  return numbers && node.op->block->loops ? NodeClass::Apply : NodeClass::Kernel;
}

NodeClass NodeClassifier::classify(ir::NodeId id, bool fuse) {
  const ir::Node& node = graph_.node(id);
  switch (node.op->kind()) {
    case ir::OpKind::Constant:
      return NodeClass::Constant;
    case ir::OpKind::Cond:
      return NodeClass::Cond;
    case ir::OpKind::SwitchCase:
      return NodeClass::Switch;
    case ir::OpKind::WhileLoop:
      return NodeClass::While;
    default:
      break;
  }
  if (analysis_.called_.of(graph_, node) != kNone) return NodeClass::Call;
  if (fuse) {
    if (const std::optional<NodeClass> found = classify_by_kind(id)) return *found;
  }
  if (node.results.size() != 1 || node.operands.empty() || node.operands.size() > 3) return NodeClass::Kernel;
  if (node.op->has(ir::kView) && node.operands.size() == 1 && !is_number(graph_.value(node.operands[0]).type))
    return fuse ? classify_view(id) : NodeClass::Kernel;
  if (node.op->block->scalar || node.op->block->loops) return classify_elementwise(id, fuse);
  const bool folds = node.op->block->reduction != ir::ReductionKind::None;
  return folds && fuse ? classify_reduction(node) : NodeClass::Kernel;
}

/// Returns the class of an operation that has a lowering of its own: Kernel if the node does not meet its conditions;
/// nullopt for other operations.
std::optional<NodeClass> NodeClassifier::classify_by_kind(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const auto if_true = [](bool holds, NodeClass then) { return holds ? then : NodeClass::Kernel; };
  const auto has_elements = [&](ir::ValueId value) {
    const Shape& shape = graph_.value(value).type.shape;
    return shape.known() && shape.element_count() != 0;
  };
  switch (node.op->kind()) {
    case ir::OpKind::Undefined:
      return if_true(has_elements(node.results[0]), NodeClass::Undefined);
    case ir::OpKind::Index:
      if (node.operands.size() == 1) return std::nullopt;  // a view
      return if_true(classify_placed(id), NodeClass::Slice);
    case ir::OpKind::IndexUpdate:
      return if_true(classify_placed(id), NodeClass::SliceAssign);
    case ir::OpKind::Matmul:
    case ir::OpKind::Inv:
    case ir::OpKind::Solve:
    case ir::OpKind::Cholesky:
      return classify_matrices(id);
    case ir::OpKind::Conv2d:
      return if_true(is_written_out(graph_, node), NodeClass::Convolution);
    case ir::OpKind::Take:
    case ir::OpKind::TakeAlongAxis:
      return if_true(has_known_places(node), NodeClass::Gather);
    case ir::OpKind::OneHot:
      return if_true(has_elements(node.results[0]), NodeClass::OneHot);
    case ir::OpKind::Sort:
    case ir::OpKind::Argsort:
    case ir::OpKind::TopK:
      return if_true(orders_short_rows(graph_, node), NodeClass::Sort);
    case ir::OpKind::Concat:
    case ir::OpKind::Stack:
    case ir::OpKind::Roll:
      return if_true(has_known_parts(node), NodeClass::Concat);
    case ir::OpKind::ScatterAdd:
    case ir::OpKind::ScatterSub:
    case ir::OpKind::ScatterUpdate:
    case ir::OpKind::TakeUpdate:
      return if_true(has_known_rows(node), NodeClass::Scatter);
    case ir::OpKind::SegmentSum:
      return if_true(has_known_segments(node), NodeClass::Segments);
    case ir::OpKind::Argmax:
    case ir::OpKind::Argmin:
      return if_true(is_position(node), NodeClass::Reduction);
    case ir::OpKind::CumulativeSum:
    case ir::OpKind::CumulativeProd:
      return if_true(!is_number(graph_.value(node.operands[0]).type) && has_elements(node.operands[0]),
                     NodeClass::Scan);
    default:
      return std::nullopt;
  }
}

/// Classifies a view of an array that has no other operands.
NodeClass NodeClassifier::classify_view(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  std::optional<StridedAccess>& view = analysis_.views_[static_cast<size_t>(id)];
  const ir::TensorType& of = graph_.value(node.operands[0]).type;
  view = follow_view(node, of, graph_.value(node.results[0]).type, {0, row_major(of.shape), {}});
  if (view) return NodeClass::View;
  return classify_placed(id) ? NodeClass::Slice : NodeClass::Kernel;
}

NodeClass NodeClassifier::classify_reduction(const ir::Node& node) const {
  const ir::TensorType& operand = analysis_.type(node.operands[0]);
  if (!operand.shape.known() || operand.shape.empty() || operand.shape.element_count() == 0) return NodeClass::Kernel;
  // Column reductions accumulate in the array of the result. Sums of half types are accumulated in float32, which
  // this array cannot hold.
  const bool fits = item_size(operand.dtype) != 2 || !is_floating(operand.dtype) ||
                    reduction_of(graph_, node).row_reduced || node.op->block->reduction >= ir::ReductionKind::All;
  return fits ? NodeClass::Reduction : NodeClass::Kernel;
}

/// True if an argmax or argmin can be lowered: it has one axis, with a suitable length and dtype.
bool NodeClassifier::is_position(const ir::Node& node) const {
  const ir::TensorType& operand = analysis_.type(node.operands[0]);
  const bool half = is_floating(operand.dtype) && item_size(operand.dtype) == 2;
  if (!operand.shape.known() || operand.shape.empty() || half || operand.dtype == DType::boolean) return false;
  if (operand.shape.element_count() == 0) return false;
  const Reduction reduction = reduction_of(graph_, node);
  if (std::ranges::count(reduction.reduced, true) != 1) return false;
  return !reduction.row_reduced ||
         (reduction.reduced.back() && operand.shape.back() > 1 && operand.shape.back() <= kMaxSearchLength);
}

bool NodeClassifier::has_known_places(const ir::Node& node) const {
  const Shape &from = graph_.value(node.operands[0]).type.shape, &places = graph_.value(node.operands[1]).type.shape,
              &result = graph_.value(node.results[0]).type.shape;
  if (!from.known() || !places.known() || !result.known() || places.empty()) return false;
  return from.element_count() != 0 && result.element_count() != 0;
}

bool NodeClassifier::has_known_parts(const ir::Node& node) const {
  const ir::TensorType& result = graph_.value(node.results[0]).type;
  if (!result.shape.known() || result.shape.element_count() == 0 || node.operands.size() > kMaxParts) return false;
  return std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
    const ir::TensorType& part = graph_.value(operand).type;
    return part.shape.known() && part.dtype == result.dtype;
  });
}

bool NodeClassifier::has_known_rows(const ir::Node& node) const {
  const ir::TensorType &array = graph_.value(node.operands[0]).type, &updates = graph_.value(node.operands[2]).type;
  const Shape& places = graph_.value(node.operands[1]).type.shape;
  if (!array.shape.known() || !places.known() || !updates.shape.known() || array.shape.empty() || places.empty())
    return false;
  if (array.dtype != updates.dtype || array.shape.element_count() == 0 || places.element_count() == 0) return false;
  const Scatter scatter = scatter_of(node, array.shape);
  const bool half = is_floating(array.dtype) && item_size(array.dtype) == 2;
  if (scatter.change != kernel::Primitive::Copy && (half || array.dtype == DType::boolean)) return false;
  const Shape named = named_shape(array.shape, places, scatter.axis);
  Shape both;
  return kernel::broadcast_shapes(updates.shape, named, both) && both == named;
}

bool NodeClassifier::has_known_segments(const ir::Node& node) const {
  const ir::TensorType &rows = graph_.value(node.operands[0]).type, &ids = graph_.value(node.operands[1]).type,
                       &sums = graph_.value(node.results[0]).type;
  if (!rows.shape.known() || !ids.shape.known() || ids.shape.size() != 1) return false;
  const bool half = is_floating(rows.dtype) && item_size(rows.dtype) == 2;
  return !half && rows.shape.element_count() != 0 && sums.shape.element_count() != 0;
}

/// True if the elements along the last axis are contiguous.
bool NodeClassifier::has_neighbouring_rows(ir::ValueId value) const {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) return true;
  const ir::Node& node = graph_.node(producer);
  if (!node.op->has(ir::kView) || (node.operands.size() != 1 && !analysis_.is_bounded(value))) return true;
  if (analysis_.class_of(producer) == NodeClass::SteppedSlice) return true;
  if (analysis_.is_bounded(value))
    return analysis_.views_[static_cast<size_t>(producer)]->strides.back() == 1 &&
           has_neighbouring_rows(node.operands[0]);
  const ir::TensorType& of = graph_.value(node.operands[0]).type;
  if (!of.shape.known()) return true;
  const std::optional<StridedAccess> view =
      follow_view(node, of, graph_.value(value).type, {0, row_major(of.shape), {}});
  return !view || (view->strides.back() == 1 && has_neighbouring_rows(node.operands[0]));
}

/// Classifies operations on matrices and vectors of static shapes. Only matmul supports stacks of matrices.
NodeClass NodeClassifier::classify_matrices(ir::NodeId id) const {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& result = graph_.value(node.results[0]).type;
  for (ir::ValueId operand : node.operands) {
    const ir::TensorType& type = graph_.value(operand).type;
    if (!type.shape.known() || type.shape.element_count() == 0) return NodeClass::Kernel;
    if (type.dtype != result.dtype || type.dtype == DType::boolean) return NodeClass::Kernel;
  }
  if (!result.shape.known() || (is_floating(result.dtype) && item_size(result.dtype) == 2)) return NodeClass::Kernel;
  const Shape& first = graph_.value(node.operands[0]).type.shape;
  const bool stacks = std::ranges::any_of(
      node.operands, [&](ir::ValueId operand) { return graph_.value(operand).type.shape.size() > 2; });
  if (!is(node, ir::OpKind::Matmul)) {
    if (stacks) return NodeClass::Kernel;
    const bool solves = is(node, ir::OpKind::Solve), factors = is(node, ir::OpKind::Cholesky);
    const int64_t most = solves ? kMaxSolutionRows : factors ? kMaxFactorRows : kMaxInverseRows;
    const Shape& second = graph_.value(node.operands.back()).type.shape;
    const bool few = !solves || second.size() == 1 || second.back() <= kMaxSolutionColumns;
    const bool fits = is_floating(result.dtype) && first.size() == 2 && first[0] <= most && few;
    return !fits ? NodeClass::Kernel : factors ? NodeClass::Cholesky : NodeClass::Inverse;
  }
  const int64_t terms = first.back();
  const Shape& second = graph_.value(node.operands[1]).type.shape;
  const int64_t rows = first.size() == 1 ? 1 : first[first.size() - 2],
                columns = second.size() == 1 ? 1 : second.back();
  if (kernel::order_of(rows, columns, terms) == kernel::Order::Row) {
    const bool small = rows * terms <= kMaxFolded && has_neighbouring_rows(node.operands[0]);
    const bool folds = second.size() == 1 && !stacks && (rows == 1 || small);
    if (folds) return NodeClass::Reduction;
    if (is_floating(result.dtype)) return NodeClass::Kernel;
  }
  if (terms <= kMaxTerms && terms * rows * columns <= kMaxTermsInAll) return NodeClass::Product;
  return terms <= kFewTerms && result.shape.size() == 2 && !stacks ? NodeClass::SmallMatmul : NodeClass::Kernel;
}

/// Classifies Slice and SliceAssign nodes. Returns false unless only the offset of the slice depends on values.
/// `bounded`: the extents may depend on values, too.
bool NodeClassifier::classify_placed(ir::NodeId id, bool bounded) {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& array = analysis_.type(node.operands[0]);
  SliceAccess placement;
  const AxisExtents& of_array = analysis_.extents(node.operands[0]);
  if (!names_part(node) || array.shape.empty() || !place(node, array.shape, placement, of_array)) return false;
  const AxisExtents selected = analysis_.slice_extents(placement, of_array);
  if (!selected.empty() && !bounded) return false;
  if (node.op->has(ir::kView)) {
    ir::TensorType result = graph_.value(node.results[0]).type;
    for (size_t axis = 0; axis < selected.size() && result.shape.size() == selected.size(); ++axis) {
      if (selected[axis] != kStatic && result.shape[axis] == unknown) result.shape[axis] = placement.shape[axis];
    }
    if (!(placement.shape == result.shape)) return false;
    if (!selected.empty()) analysis_.bounded_[node.results[0]] = {result, selected};
  } else {
    const ir::TensorType& value = analysis_.type(node.operands[1]);
    if (!value.shape.known() || value.dtype != array.dtype || value.shape.size() > placement.shape.size()) return false;
    if (bounded && !takes_value(placement, node.operands[1], of_array)) return false;
  }
  StridedAccess affine;
  affine.offset = placement.offset;
  affine.strides = placement.strides;
  analysis_.views_[static_cast<size_t>(id)] = std::move(affine);
  analysis_.placements_[id] = std::move(placement);
  return true;
}

/// True if the elements of a value fit those of a slice: each extent is the same, or repeated.
bool NodeClassifier::takes_value(const SliceAccess& placement, ir::ValueId value, const AxisExtents& of_array) {
  const AxisExtents selected = analysis_.slice_extents(placement, of_array);
  const Shape& shape = analysis_.type(value).shape;
  const AxisExtents& own = analysis_.extents(value);
  const size_t lead = placement.shape.size() - shape.size();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    const ExtentId wanted = selected.empty() ? kStatic : selected[lead + axis];
    const bool is_vector = placement.shape.size() == 1 && wanted != kStatic;  // lowering checks its length
    if (is_counted(own, axis) ? own[axis] != wanted && !is_vector : wanted != kStatic && shape[axis] != 1) return false;
  }
  return true;
}

}  // namespace ag::codegen
