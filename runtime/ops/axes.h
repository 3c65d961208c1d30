#pragma once
/// What the operations along axes share: their attributes and the shape rule.
#include "ops/define.h"

namespace ag::ops {

/// "axes:ints, keepdims:bool". The axes are counted from the front and sorted where the rank of `x` is known; an empty
/// list means every axis.
ir::Attributes reduction_attributes(Op op, const TensorArg& x, const Axes& axes, KeepDims keep);

/// The axes of a reduction in a type rule, counted from the front. The rank must be known.
std::vector<int64_t> reduced_axes(const ir::InferContext& context);
/// The same in a kernel.
std::vector<int64_t> reduced_axes(const ir::KernelContext& context);

/// The shape of the result of a reduction; parts of it are unknown where those of the operand are.
Shape reduced_shape(const ir::InferContext& context);

/// The operand's rank; an error that says why it is needed where it is unknown.
int64_t known_rank(const ir::InferContext& context, size_t operand);

}  // namespace ag::ops
