#pragma once
/// Shapes that operands decide. A requested shape is an attribute with the known dimensions, and one operand
/// (`dims...`) for each of the others, in order.
#include <span>
#include <vector>

#include "ag/detail/arg.h"
#include "graph/op_def.h"

namespace ag::ops {

/// For a type rule: returns the shape attribute, checked; dimensions that are operands stay unknown. The operands from
/// number `first` on must be rank-0 integers, one for each unknown dimension. A negative dimension is an error that
/// names it, except ShapeArg::kInferred if `inferred`.
Shape infer_shape_operands(const ir::InferContext& context, const Shape& attribute, size_t first,
                           bool inferred = false);

/// For a kernel: returns the shape, with the values of the operands. Negative values are errors as above.
Shape resolve_shape_operands(const ir::KernelContext& context, const Shape& attribute, size_t first,
                             bool inferred = false);

/// For a kernel: returns result `i`, allocated with `shape` if the type rule did not know the shape.
detail::TensorImpl& shaped_output(ir::KernelContext& context, size_t i, DType dtype, const Shape& shape);

/// Returns the extent of the result of `arange`: the number of elements start, start + step, … before stop. Negative if
/// the step is 0.
int64_t arange_length(const detail::Scalar& start, const detail::Scalar& stop, const detail::Scalar& step);

/// For a function: returns `operands` followed by the dimensions that are tensors.
std::vector<Tensor> with_dims(std::initializer_list<Tensor> operands, const ShapeArg& shape);

}  // namespace ag::ops
