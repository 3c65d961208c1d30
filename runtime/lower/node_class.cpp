#include "lower/node_class.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "kernel/elementwise.h"
#include "kernel/matmul/matmul.h"
#include "kernel/scalar/scalar_builder.h"
#include "lower/called_graphs.h"
#include "lower/nest_strides.h"
#include "lower/view_strides.h"
#include "tensor/memory/tensor_impl_pool.h"

namespace ag::codegen {

namespace {

// Beyond these limits the call is a small part of a product's time, and the statements would take long to compile.
constexpr int64_t kMaxTerms = 64;  // per element
constexpr int64_t kMaxTermsInAll = 4096;
// Terms per element of a larger product that is fused: with so few, memory traffic outweighs the arithmetic.
constexpr int64_t kFewTerms = 4;
// Each of these is lowered to about two thousand statements at most.
constexpr int64_t kMaxInverseRows = 4;
constexpr int64_t kMaxSolutionRows = 6;  // the right side is a vector or has few columns
constexpr int64_t kMaxSolutionColumns = 4;
constexpr int64_t kMaxFactorRows = 8;
// Elements of a matrix whose product with a vector is a row reduction. For larger ones the kernel is faster, since it
// processes several rows at a time.
constexpr int64_t kMaxFolded = 1 << 17;
constexpr int64_t kMaxSearchLength = std::numeric_limits<int32_t>::max();  // indices are int32
constexpr size_t kMaxParts = 64;                                           // one loop each

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

/// Returns Max for argmax, Min for argmin, and None for other operations.
ir::ReductionKind position_fold(const ir::Node& node) {
  const std::string_view name = node.op->name;
  return name == "argmax"   ? ir::ReductionKind::Max
         : name == "argmin" ? ir::ReductionKind::Min
                            : ir::ReductionKind::None;
}

}  // namespace

Reduction reduction_of(const ir::Graph& graph, const ir::Node& node) {
  const ir::TensorType& operand = graph.value(node.operands[0]).type;
  Reduction reduction;
  reduction.position = position_fold(node) != ir::ReductionKind::None;
  reduction.kind = reduction.position ? position_fold(node) : node.op->block->reduction;
  reduction.result = graph.value(node.results[0]).type.dtype;
  const bool half = item_size(operand.dtype) == 2 && is_floating(operand.dtype);
  const bool keeps_type = reduction.kind == ir::ReductionKind::Max || reduction.kind == ir::ReductionKind::Min;
  reduction.accumulator = half && reduction.kind < ir::ReductionKind::All ? DType::float32
                          : keeps_type                                    ? operand.dtype
                                                                          : reduction.result;
  const auto rank = static_cast<int64_t>(operand.shape.size());
  reduction.reduced.assign(operand.shape.size(), false);
  reduction.products = node.op->name == std::string_view("matmul");
  if (reduction.products) {
    reduction.kind = ir::ReductionKind::Sum;
    reduction.accumulator = reduction.result;
    reduction.reduced.back() = true;
    reduction.count = operand.shape.back();
    return reduction;
  }
  const auto& axes = std::get<std::vector<int64_t>>(node.attributes[0]);
  if (axes.empty()) reduction.reduced.assign(operand.shape.size(), true);
  for (int64_t axis : axes) reduction.reduced[static_cast<size_t>(axis < 0 ? axis + rank : axis)] = true;
  reduction.row_reduced = true;
  for (size_t axis = 0; axis < operand.shape.size(); ++axis) {
    if (operand.shape[axis] != 1) reduction.row_reduced = reduction.reduced[axis];
    if (reduction.reduced[axis]) reduction.count *= operand.shape[axis];
  }
  return reduction;
}

GraphAnalysis::GraphAnalysis(const ir::Graph& graph, bool fuse, const CalledGraphs& called)
    : graph_(graph),
      called_(called),
      live_(graph.value_count()),
      loaded_(graph.value_count()),
      classes_(graph.node_count(), NodeClass::Kernel),
      checks_(graph.node_count()),
      uses_(graph.value_count()),
      views_(graph.node_count()) {
  mark_block(graph.body());
  for (size_t node = 0; node < graph.node_count(); ++node) {
    const auto id = static_cast<ir::NodeId>(node);
    if (graph.node(id).block != ir::kNone && is_live(id)) classify(id, fuse);
  }
  mark_uniform();
  count_uses(graph.body());
  mark_copies(graph.body());
  // Whether a loop-carried value is loaded depends on its next value: the second pass sees the findings of the first.
  mark_loads(graph.body());
  mark_loads(graph.body());
}

bool GraphAnalysis::is_live(ir::NodeId node) const {
  return graph_.has_effects(node) || std::ranges::any_of(graph_.node(node).results, [this](ir::ValueId value) {
           return live_[static_cast<size_t>(value)];
         });
}

bool GraphAnalysis::consumes(ir::NodeId node, ir::ValueId value) const {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer != ir::kNone && class_of(producer) == NodeClass::Constant) return false;
  const ir::BlockId home = graph_.value(value).block;
  for (;;) {
    const ir::BlockId block = graph_.node(node).block;
    const auto last = last_use_.find({block, value});
    if (last == last_use_.end() || last->second != node) return false;
    const ir::NodeId owner = graph_.block(block).owner;
    const bool in_loop = owner != ir::kNone && class_of(owner) == NodeClass::While;
    // The arguments of a loop's test are those of its body, too, so the test does not consume them.
    if (block == home) return !in_loop || graph_.node(owner).blocks[1] == block || producer != ir::kNone;
    if (owner == ir::kNone || in_loop) return false;
    node = owner;
  }
}

ir::NodeId GraphAnalysis::only_user(ir::ValueId value) const {
  const auto last = last_use_.find({graph_.value(value).block, value});
  if (uses(value) != 1 || last == last_use_.end() || last->second == ir::kNone) return ir::kNone;
  return std::ranges::count(graph_.node(last->second).operands, value) == 1 ? last->second : ir::kNone;
}

/// Marks the values that the results and effects of a block need, in reverse order.
void GraphAnalysis::mark_block(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  for (ir::ValueId result : block.results) live_[static_cast<size_t>(result)] = true;
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    for (ir::ValueId operand : node.operands) live_[static_cast<size_t>(operand)] = true;
    for (ir::BlockId inner : node.blocks) mark_block(inner);
  }
}

NodeClass GraphAnalysis::classify_elementwise(ir::NodeId id, bool fuse) {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& result = graph_.value(node.results[0]).type;
  const bool numbers = is_number(result);
  bool known = result.shape.known();
  for (ir::ValueId operand : node.operands) known = known && graph_.value(operand).type.shape.known();
  if (!known || (!numbers && !fuse)) return NodeClass::Kernel;
  if (node.op->block->scalar) {
    Probe probe;
    const std::vector<kernel::Register> operands(node.operands.size(), 0);
    kernel::ScalarContext context{probe, operands, graph_.value(node.operands.back()).type.dtype, node.attributes};
    if (node.op->block->scalar(context) != ir::kNotScalar) {
      checks_[static_cast<size_t>(id)] = probe.checks();
      return numbers ? NodeClass::Scalar : NodeClass::Elementwise;
    }
  }
  return numbers && node.op->block->loops ? NodeClass::Apply : NodeClass::Kernel;
}

void GraphAnalysis::classify(ir::NodeId id, bool fuse) {
  const ir::Node& node = graph_.node(id);
  NodeClass& result = classes_[static_cast<size_t>(id)];
  const std::string_view name = node.op->name;
  const ir::OpBlock& block = *node.op->block;
  if (name == "constant") {
    result = NodeClass::Constant;
  } else if (name == "undefined") {
    const Shape& shape = graph_.value(node.results[0]).type.shape;
    if (fuse && shape.known() && shape.element_count() > 0) result = NodeClass::Undefined;
  } else if (name == "cond") {
    result = NodeClass::Cond;
  } else if (name == "switch_case") {
    result = NodeClass::Switch;
  } else if (name == "while_loop") {
    result = NodeClass::While;
  } else if (called_.of(graph_, node) != kNone) {
    result = NodeClass::Call;
  } else if (names_part(node) && node.operands.size() > 1) {
    if (fuse && classify_placed(id)) result = node.op->has(ir::kView) ? NodeClass::Slice : NodeClass::SliceAssign;
  } else if (fuse && (name == "matmul" || name == "inv" || name == "solve" || name == "cholesky")) {
    result = classify_matrices(id);
  } else if (name == "conv2d") {
    if (fuse && is_written_out(graph_, node)) result = NodeClass::Convolution;
  } else if (name == "take" || takes_along_axis(node)) {
    if (fuse && has_known_places(node)) result = NodeClass::Gather;
  } else if (name == "one_hot") {
    const ir::TensorType& hot = graph_.value(node.results[0]).type;
    if (fuse && hot.shape.known() && hot.shape.element_count() != 0) result = NodeClass::OneHot;
  } else if (is_sort(node)) {
    if (fuse && orders_short_rows(node)) result = NodeClass::Sort;
  } else if (is_concat(node)) {
    if (fuse && has_known_parts(node)) result = NodeClass::Concat;
  } else if (is_scatter(node)) {
    if (fuse && has_known_rows(node)) result = NodeClass::Scatter;
  } else if (name == "segment_sum") {
    if (fuse && has_known_segments(node)) result = NodeClass::Segments;
  } else if (node.results.size() != 1 || node.operands.empty() || node.operands.size() > 3) {
    result = NodeClass::Kernel;
  } else if (node.op->has(ir::kView) && node.operands.size() == 1 && !is_number(graph_.value(node.operands[0]).type)) {
    if (fuse)
      views_[static_cast<size_t>(id)] =
          follow_view(graph_, node, {0, row_major(graph_.value(node.operands[0]).type.shape), {}});
    if (views_[static_cast<size_t>(id)])
      result = NodeClass::View;
    else if (fuse && classify_placed(id))
      result = NodeClass::Slice;
  } else if (position_fold(node) != ir::ReductionKind::None) {
    if (fuse && is_position(node)) result = NodeClass::Reduction;
  } else if (const Shape& shape = graph_.value(node.operands[0]).type.shape;
             shape.known() && scanned_axis(node, shape)) {
    if (fuse && !shape.empty() && shape.element_count() != 0) result = NodeClass::Scan;
  } else if (block.scalar || block.loops) {
    result = classify_elementwise(id, fuse);
  } else if (block.reduction != ir::ReductionKind::None && fuse) {
    const ir::TensorType& operand = graph_.value(node.operands[0]).type;
    if (!operand.shape.known()) return;
    // Column reductions accumulate in the result itself. A half type is too narrow for that, since its sums are in
    // float32.
    const bool fits = item_size(operand.dtype) != 2 || !is_floating(operand.dtype) ||
                      reduction_of(graph_, node).row_reduced || block.reduction >= ir::ReductionKind::All;
    if (!operand.shape.empty() && operand.shape.element_count() != 0 && fits) {
      result = NodeClass::Reduction;
    }
  }
}

/// True if an argmax or argmin can be lowered: it has one axis, with a suitable length and dtype.
bool GraphAnalysis::is_position(const ir::Node& node) const {
  const ir::TensorType& operand = graph_.value(node.operands[0]).type;
  const bool half = is_floating(operand.dtype) && item_size(operand.dtype) == 2;
  if (!operand.shape.known() || operand.shape.empty() || half || operand.dtype == DType::boolean) return false;
  if (operand.shape.element_count() == 0) return false;
  const Reduction reduction = reduction_of(graph_, node);
  if (std::ranges::count(reduction.reduced, true) != 1) return false;
  return !reduction.row_reduced ||
         (reduction.reduced.back() && operand.shape.back() > 1 && operand.shape.back() <= kMaxSearchLength);
}

bool GraphAnalysis::has_known_places(const ir::Node& node) const {
  const Shape &from = graph_.value(node.operands[0]).type.shape, &places = graph_.value(node.operands[1]).type.shape,
              &result = graph_.value(node.results[0]).type.shape;
  if (!from.known() || !places.known() || !result.known() || places.empty()) return false;
  return from.element_count() != 0 && result.element_count() != 0;
}

bool GraphAnalysis::has_known_parts(const ir::Node& node) const {
  const ir::TensorType& result = graph_.value(node.results[0]).type;
  if (!result.shape.known() || result.shape.element_count() == 0 || node.operands.size() > kMaxParts) return false;
  return std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
    const ir::TensorType& part = graph_.value(operand).type;
    return part.shape.known() && part.dtype == result.dtype;
  });
}

bool GraphAnalysis::has_known_rows(const ir::Node& node) const {
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

bool GraphAnalysis::has_known_segments(const ir::Node& node) const {
  const ir::TensorType &rows = graph_.value(node.operands[0]).type, &ids = graph_.value(node.operands[1]).type,
                       &sums = graph_.value(node.results[0]).type;
  if (!rows.shape.known() || !ids.shape.known() || ids.shape.size() != 1) return false;
  const bool half = is_floating(rows.dtype) && item_size(rows.dtype) == 2;
  return !half && rows.shape.element_count() != 0 && sums.shape.element_count() != 0;
}

/// True if the elements along the last axis are contiguous.
bool GraphAnalysis::has_neighbouring_rows(ir::ValueId value) const {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) return true;
  const ir::Node& node = graph_.node(producer);
  if (!node.op->has(ir::kView) || node.operands.size() != 1) return true;
  const Shape& of = graph_.value(node.operands[0]).type.shape;
  if (!of.known()) return true;
  const std::optional<StridedAccess> view = follow_view(graph_, node, {0, row_major(of), {}});
  return !view || (view->strides.back() == 1 && has_neighbouring_rows(node.operands[0]));
}

/// Classifies operations on matrices and vectors of static shapes. Only matmul supports stacks of matrices.
NodeClass GraphAnalysis::classify_matrices(ir::NodeId id) const {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& result = graph_.value(node.results[0]).type;
  for (ir::ValueId operand : node.operands) {
    const ir::TensorType& type = graph_.value(operand).type;
    if (!type.shape.known() || type.shape.element_count() == 0) return NodeClass::Kernel;
    if (type.dtype != result.dtype || type.dtype == DType::boolean) return NodeClass::Kernel;
  }
  if (!result.shape.known() || (is_floating(result.dtype) && item_size(result.dtype) == 2)) return NodeClass::Kernel;
  const Shape& first = graph_.value(node.operands[0]).type.shape;
  const std::string_view name = node.op->name;
  const bool stacks = std::ranges::any_of(
      node.operands, [&](ir::ValueId operand) { return graph_.value(operand).type.shape.size() > 2; });
  if (stacks && name != "matmul") return NodeClass::Kernel;
  if (name != "matmul") {
    const bool solves = name == "solve", factors = name == "cholesky";
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
bool GraphAnalysis::classify_placed(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType& array = graph_.value(node.operands[0]).type;
  SliceAccess placement;
  if (!names_part(node) || array.shape.empty() || !place(node, array.shape, placement)) return false;
  if (node.op->has(ir::kView)) {
    if (!(placement.shape == graph_.value(node.results[0]).type.shape)) return false;
  } else {
    const ir::TensorType& value = graph_.value(node.operands[1]).type;
    if (!value.shape.known() || value.dtype != array.dtype || value.shape.size() > placement.shape.size()) return false;
  }
  StridedAccess affine;
  affine.offset = placement.offset;
  affine.strides = placement.strides;
  views_[static_cast<size_t>(id)] = std::move(affine);
  placements_.emplace(id, std::move(placement));
  return true;
}

/// Marks uniform values: arrays of a single number, and their views, that only loop nests read. They become registers.
/// Examples are `ones(n)` in a segment sum and `zeros(n)` as an addend.
void GraphAnalysis::mark_uniform() {
  std::vector<bool> needed(graph_.value_count());
  mark_needed_arrays(graph_.body(), needed);
  mark_uniform(graph_.body(), needed);
}

/// Visits nodes in reverse order, so that a view comes before its operand.
void GraphAnalysis::mark_needed_arrays(ir::BlockId id, std::vector<bool>& needed) const {
  const auto need = [&](ir::ValueId value) { needed[static_cast<size_t>(value)] = true; };
  const ir::Block& block = graph_.block(id);
  std::ranges::for_each(block.results, need);
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    for (ir::BlockId inner : node.blocks) mark_needed_arrays(inner, needed);
    const NodeClass kind = class_of(block.nodes[k]);
    if (kind == NodeClass::Elementwise || (kind == NodeClass::Reduction && !reduction_of(graph_, node).products))
      continue;
    const bool segments = kind == NodeClass::Segments;
    if (kind == NodeClass::View && !needed[static_cast<size_t>(node.results[0])]) continue;
    for (size_t operand = segments ? 1 : 0; operand < node.operands.size(); ++operand) need(node.operands[operand]);
  }
}

void GraphAnalysis::mark_uniform(ir::BlockId id, const std::vector<bool>& needed) {
  const auto is_uniform = [&](ir::ValueId value) {
    const ir::NodeId producer = graph_.value(value).producer;
    return producer != ir::kNone && class_of(producer) == NodeClass::Uniform;
  };
  for (ir::NodeId node_id : graph_.block(id).nodes) {
    if (!is_live(node_id)) continue;
    const ir::Node& node = graph_.node(node_id);
    for (ir::BlockId inner : node.blocks) mark_uniform(inner, needed);
    const NodeClass kind = class_of(node_id);
    if ((kind != NodeClass::Elementwise && kind != NodeClass::View) || has_checks(node_id)) continue;
    const bool uniform = std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
      return kind == NodeClass::View ? is_uniform(operand) : is_number(graph_.value(operand).type);
    });
    if (uniform && !needed[static_cast<size_t>(node.results[0])])
      classes_[static_cast<size_t>(node_id)] = NodeClass::Uniform;
  }
}

void GraphAnalysis::count_uses(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  for (ir::NodeId node_id : block.nodes) {
    if (!is_live(node_id)) continue;
    const ir::Node& node = graph_.node(node_id);
    for (ir::ValueId operand : node.operands) {
      ++uses_[static_cast<size_t>(operand)];
      note_use(operand, id, node_id);
    }
    for (ir::BlockId inner : node.blocks) count_uses(inner);
  }
  for (ir::ValueId result : block.results) {
    ++uses_[static_cast<size_t>(result)];
    note_use(result, id, ir::kNone);
  }
}

/// Notes a use of a value. A use in a nested block is a use by the node that owns the block. A use of a view is also a
/// use of its base, since views are read in place.
void GraphAnalysis::note_use(ir::ValueId value, ir::BlockId block, ir::NodeId at) {
  for (;;) {
    const ir::BlockId home = graph_.value(value).block;
    ir::NodeId user = at;
    for (ir::BlockId outer = block;; outer = graph_.block(outer).parent) {
      last_use_[{outer, value}] = user;
      if (outer == home) break;
      user = graph_.block(outer).owner;
    }
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || is_number(graph_.value(value).type)) return;
    if (class_of(producer) != NodeClass::View && class_of(producer) != NodeClass::Slice) return;
    value = graph_.node(producer).operands[0];
  }
}

/// Visits nodes in reverse order, so that a view comes before its operand.
void GraphAnalysis::mark_loads(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  auto mark = [&](ir::ValueId value) { loaded_[static_cast<size_t>(value)] = true; };
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    const NodeClass kind = class_of(block.nodes[k]);
    if (kind == NodeClass::Elementwise || kind == NodeClass::Reduction || kind == NodeClass::Product ||
        kind == NodeClass::Convolution || kind == NodeClass::Inverse || kind == NodeClass::Cholesky ||
        kind == NodeClass::SmallMatmul || kind == NodeClass::Segments || kind == NodeClass::Gather ||
        kind == NodeClass::OneHot || kind == NodeClass::Scan || kind == NodeClass::Scatter || kind == NodeClass::Sort ||
        kind == NodeClass::Concat || kind == NodeClass::Call) {
      for (ir::ValueId operand : node.operands) mark(operand);
    } else if (kind == NodeClass::SliceAssign) {
      for (size_t operand : {0, 1}) mark(node.operands[operand]);
    } else if (kind == NodeClass::View || kind == NodeClass::Slice) {
      if (is_loaded(node.results[0]) || is_number(graph_.value(node.results[0]).type)) mark(node.operands[0]);
    } else if (kind == NodeClass::While) {
      const ir::Block& body = graph_.block(node.blocks[1]);
      const ir::Block& test = graph_.block(node.blocks[0]);
      auto carry = [&] {
        for (size_t i = 0; i < body.arguments.size(); ++i) {
          if (!is_loaded(body.arguments[i]) && !is_loaded(test.arguments[i]) && !is_loaded(node.results[i])) continue;
          mark(body.arguments[i]);
          mark(body.results[i]);
        }
      };
      carry();
      for (ir::BlockId inner : node.blocks) mark_loads(inner);
      carry();
    } else {
      for (ir::BlockId inner : node.blocks) {
        mark_copies(inner);
        mark_loads(inner);
      }
    }
  }
}

/// Marks small views that a branch or the graph yields as loaded, since they are copied.
void GraphAnalysis::mark_copies(ir::BlockId id) {
  for (ir::ValueId result : graph_.block(id).results) {
    const ir::NodeId producer = graph_.value(result).producer;
    if (producer == ir::kNone || !is_copied(graph_.value(result).type)) continue;
    const NodeClass kind = class_of(producer);
    if (kind == NodeClass::View || kind == NodeClass::Slice) loaded_[static_cast<size_t>(result)] = true;
  }
}

}  // namespace ag::codegen
