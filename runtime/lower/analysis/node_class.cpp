#include "lower/analysis/node_class.h"

#include "tensor/axis.h"
#include "tensor/memory/tensor_impl_pool.h"

namespace ag::codegen {

namespace {

/// Returns Max for argmax, Min for argmin, and None for other operations.
ir::ReductionKind position_fold(const ir::Node& node) {
  return is(node, ir::OpKind::Argmax)   ? ir::ReductionKind::Max
         : is(node, ir::OpKind::Argmin) ? ir::ReductionKind::Min
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
  reduction.products = is(node, ir::OpKind::Matmul);
  if (reduction.products) {
    reduction.kind = ir::ReductionKind::Sum;
    reduction.accumulator = reduction.result;
    reduction.reduced.back() = true;
    reduction.count = operand.shape.back();
    return reduction;
  }
  const auto& axes = std::get<std::vector<int64_t>>(node.attributes[0]);
  if (axes.empty()) reduction.reduced.assign(operand.shape.size(), true);
  for (int64_t axis : axes) reduction.reduced[static_cast<size_t>(detail::from_front(axis, rank))] = true;
  reduction.row_reduced = true;
  for (size_t axis = 0; axis < operand.shape.size(); ++axis) {
    if (operand.shape[axis] != 1) reduction.row_reduced = reduction.reduced[axis];
    if (reduction.reduced[axis]) reduction.count *= operand.shape[axis];
  }
  return reduction;
}

}  // namespace ag::codegen
