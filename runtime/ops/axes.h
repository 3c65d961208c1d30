#pragma once
/// The common parts of operations along axes: their attributes and the shape rule.
#include "ops/define.h"

namespace ag::ops {

/// Returns the attributes "axes:ints, keepdims:bool". If the rank of `x` is known, the axes are counted from the front
/// and sorted. An empty list stands for all axes.
ir::Attributes reduction_attributes(Op op, const TensorArg& x, const Axes& axes, KeepDims keep);

/// Returns the axes of a reduction in a type rule, counted from the front. The rank must be known.
std::vector<int64_t> reduced_axes(const ir::InferContext& context);
/// The same in a kernel.
std::vector<int64_t> reduced_axes(const ir::KernelContext& context);

/// Returns the shape of the result of a reduction; dimensions are unknown where those of the operand are.
Shape reduced_shape(const ir::InferContext& context);

/// Returns the operand's rank. An unknown rank is an error that explains the reason for the requirement.
int64_t known_rank(const ir::InferContext& context, size_t operand);

}  // namespace ag::ops
