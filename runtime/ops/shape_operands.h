#pragma once
/// Shapes that a program asks for, in the graph: an attribute with the numbers that are known, and one operand
/// (`dims...`) for each that is not, in order.
#include <span>
#include <vector>

#include "ag/arg.h"
#include "graph/op_def.h"

namespace ag::ops {

/// For a type rule: the shape attribute, checked; entries that operands give stay unknown. The operands from number
/// `first` on must be rank-0 integers, one for each unknown entry. A negative dimension is an error that names it,
/// except for ShapeArg::kInferred where `inferred` admits it.
Shape infer_shape_operands(const ir::InferContext& context, const Shape& attribute, size_t first,
                           bool inferred = false);

/// For a kernel: the shape, with the values of the operands. Negative values are errors as above.
Shape resolve_shape_operands(const ir::KernelContext& context, const Shape& attribute, size_t first,
                             bool inferred = false);

/// For a kernel: result `i`. It is allocated with `shape` where the type rule did not know the shape.
detail::TensorImpl& shaped_output(ir::KernelContext& context, size_t i, DType dtype, const Shape& shape);

/// For a function: `operands` followed by the dimensions that are tensors.
std::vector<Tensor> with_dims(std::initializer_list<Tensor> operands, const ShapeArg& shape);

}  // namespace ag::ops
