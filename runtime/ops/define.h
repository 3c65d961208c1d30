#pragma once
/// Tools for family files: blocks made from functors, and calls.
#include <initializer_list>

#include "ag/ops.h"
#include "kernel/elementwise.h"
#include "kernel/scalar/symbolic.h"
#include "ops/table.h"
#include "tensor/axis.h"
#include "trace/context.h"

namespace ag::ops {

/// An elementwise operation of one operand. The functor defines its meaning (kernel/elementwise.h).
template <class F>
constexpr ir::OpBlock unary(ir::Operands operands, uint32_t traits = 0) {
  return {traits | ir::kElementwise,     operands,
          &kernel::infer_elementwise,    &kernel::run_elementwise,
          kernel::unary_loops<F>.data(), &kernel::scalar_rule<F, 1>};
}

/// An elementwise operation of two operands of one dtype.
template <class F>
constexpr ir::OpBlock binary(ir::Operands operands, uint32_t traits = 0, ir::OpKind kind = ir::OpKind::Other) {
  return {.traits = traits | ir::kElementwise,
          .operands = operands,
          .infer = &kernel::infer_elementwise,
          .kernel = &kernel::run_elementwise,
          .loops = kernel::binary_loops<F>.data(),
          .scalar = &kernel::scalar_rule<F, 2>,
          .kind = kind};
}

/// The same with a boolean result.
template <class F>
constexpr ir::OpBlock unary_predicate(ir::Operands operands, uint32_t traits = 0) {
  return {traits | ir::kElementwise | ir::kBooleanResult,
          operands,
          &kernel::infer_elementwise_boolean,
          &kernel::run_elementwise,
          kernel::unary_loops<F>.data(),
          &kernel::scalar_rule<F, 1>};
}
template <class F>
constexpr ir::OpBlock binary_predicate(ir::Operands operands, uint32_t traits = 0) {
  return {traits | ir::kElementwise | ir::kBooleanResult,
          operands,
          &kernel::infer_elementwise_boolean,
          &kernel::run_elementwise,
          kernel::binary_loops<F>.data(),
          &kernel::scalar_rule<F, 2>};
}

/// Checks in a type rule that the operand has integers.
inline void check_indices(const ir::InferContext& context, size_t operand) {
  if (is_integer(context.dtype(operand))) return;
  context.fail(ErrorKind::type_error, "indices are integers, not " + std::string(name(context.dtype(operand))));
}

/// The axis that is the first attribute of a node, counted from the front of its first operand; of its result.
inline size_t input_axis(const ir::KernelContext& context) {
  const int64_t axis = context.attribute<int64_t>(0);
  return detail::axis_of(axis, context.input(0).shape);
}
inline size_t output_axis(const ir::KernelContext& context) {
  const int64_t axis = context.attribute<int64_t>(0);
  return detail::axis_of(axis, context.output(0).shape);
}

/// Calls an operation as the user's function does: operands are promoted by its rule, then it runs or is recorded. If
/// no location is passed, it is that of the first operand.
Tensor call(Op op, std::initializer_list<const TensorArg*> operands, ir::Attributes attributes = {});
Tensor call(Op op, std::initializer_list<const TensorArg*> operands, ir::Attributes attributes,
            SourceLocation location);
/// For operands that are tensors already (variadic operations, dimensions).
Tensor call(Op op, std::span<const Tensor> operands, ir::Attributes attributes, SourceLocation location);
std::vector<Tensor> call_multi(Op op, std::span<const Tensor> operands, ir::Attributes attributes,
                               SourceLocation location);

/// Converts the operands to the dtypes that the rule requires.
void promote(ir::Operands rule, std::span<const TensorArg* const> operands, std::span<Tensor> out, const ir::OpDef& op,
             SourceLocation location);
/// The common dtype of the operands (JAX's rule): numbers and weak tensors take the dtype of the others, unless their
/// own is of a higher category (boolean, integer, floating).
struct CommonType {
  DType dtype;
  bool weak;  // true if all operands are numbers or weak
};
CommonType common_type(std::span<const TensorArg* const> operands);
/// Returns `x` as `dtype`: a host number is converted exactly, and must be representable; a tensor is cast.
Tensor as(const TensorArg& x, DType dtype, const ir::OpDef& op, SourceLocation location);
/// Returns the axes as a sorted list, counted from the front. Throws if an axis does not exist or is listed twice.
/// Requires a known rank.
std::vector<int64_t> normalize_axes(const Axes& axes, int64_t rank, const ir::OpDef& op, SourceLocation location);

}  // namespace ag::ops
