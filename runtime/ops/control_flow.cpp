/// Operations of graphs that have no function of their own: known values, and nodes with blocks, which the executors
/// run.
#include <cstring>

#include "base/check.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

void infer_constant(ir::InferContext& context) {
  const detail::TensorImpl& value = *context.attribute<Tensor>(0).impl();
  context.result(value.dtype, value.shape, value.weak);
}

void run_constant(ir::KernelContext& context) { context.set_output(0, context.attribute<Tensor>(0)); }

void infer_undefined(ir::InferContext& context) {
  context.result(context.attribute<DType>(0), context.attribute<Shape>(1));
}

/// The value is never read; it is zeros, so that every run is the same.
void run_undefined(ir::KernelContext& context) {
  Shape shape = context.attribute<Shape>(1).ranked() ? context.attribute<Shape>(1) : Shape();
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == unknown) shape[axis] = 0;
  }
  Tensor zeros = detail::allocate(context.attribute<DType>(0), shape);
  std::memset(zeros.impl()->data(), 0, static_cast<size_t>(shape.element_count()) * item_size(zeros.impl()->dtype));
  context.set_output(0, std::move(zeros));
}

/// Control flow has no type rule: the recorder sets its result types from the results of its blocks.
void infer_from_blocks(ir::InferContext&) {
  detail::internal_error("the result types of control flow come from its blocks, not from its operands");
}

/// Only differentiation uses the node; the trace replaces its results by the last operands (grad/custom.h).
void infer_custom_gradient(ir::InferContext& context) {
  for (size_t k = static_cast<size_t>(context.attribute<int64_t>(0)); k < context.operand_count(); ++k)
    context.result(context.dtype(k), context.shape(k), context.operand(k).weak);
}

constexpr ir::OpBlock with_blocks(ir::OpKind kind) {
  return {.traits = ir::kHasBlocks, .infer = &infer_from_blocks, .kind = kind};
}

}  // namespace

const ir::OpBlock block_constant = {.traits = ir::kView | ir::kNoThrow,
                                    .infer = &infer_constant,
                                    .kernel = &run_constant,
                                    .kind = ir::OpKind::Constant};
const ir::OpBlock block_undefined = {.traits = ir::kView | ir::kNoThrow,
                                     .infer = &infer_undefined,
                                     .kernel = &run_undefined,
                                     .kind = ir::OpKind::Undefined};
const ir::OpBlock block_cond = with_blocks(ir::OpKind::Cond);
const ir::OpBlock block_switch_case = with_blocks(ir::OpKind::SwitchCase);
const ir::OpBlock block_while_loop = with_blocks(ir::OpKind::WhileLoop);
const ir::OpBlock block_custom_gradient = {ir::kHasBlocks, ir::Operands::AsIs, &infer_custom_gradient};

}  // namespace ag::ops
