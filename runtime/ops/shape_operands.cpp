#include "ops/shape_operands.h"

#include <new>

namespace ag::ops {

namespace {

/// Checks that a dimension is not negative. A -1 becomes kInferred if `inferred`.
template <class Context>
int64_t checked_dimension(const Context& context, int64_t dim, size_t axis, bool inferred) {
  if (dim >= 0) return dim;
  if (inferred && dim == -1) return ShapeArg::kInferred;
  context.fail(ErrorKind::shape_error,
               "dimension " + std::to_string(axis) + " is " + std::to_string(dim) + ", a dimension cannot be negative");
}

}  // namespace

Shape infer_shape_operands(const ir::InferContext& context, const Shape& attribute, size_t first, bool inferred) {
  size_t next = first;
  for (size_t axis = 0; axis < attribute.size(); ++axis) {
    if (attribute[axis] != unknown) {
      const int64_t dim = attribute[axis];
      checked_dimension(context, dim == ShapeArg::kInferred ? -1 : dim, axis, inferred);
      continue;
    }
    if (next == context.operand_count()) {
      context.fail(ErrorKind::shape_error, "no operand gives dimension " + std::to_string(axis));
    }
    const ir::TensorType& dim = context.operand(next++);
    if (!is_integer(dim.dtype) || (dim.shape.ranked() && !dim.shape.empty())) {
      context.fail(ErrorKind::type_error, "dimension " + std::to_string(axis) + " is " + ir::str(dim) +
                                              ", a dimension is an integer of rank 0");
    }
  }
  if (next != context.operand_count()) {
    context.fail(ErrorKind::shape_error, "more operands give dimensions than the shape has unknown ones");
  }
  return attribute;
}

Shape resolve_shape_operands(const ir::KernelContext& context, const Shape& attribute, size_t first, bool inferred) {
  Shape shape = attribute;
  size_t next = first;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == unknown) shape[axis] = checked_dimension(context, context.input_integer(next++), axis, inferred);
  }
  return shape;
}

detail::TensorImpl& shaped_output(ir::KernelContext& context, size_t i, DType dtype, const Shape& shape) {
  if (!context.output_defined(i)) {
    try {
      context.set_output(i, detail::allocate(dtype, shape));
    } catch (const Error& error) {
      context.fail(error.kind(), error.message());
    } catch (const std::bad_alloc&) {
      context.fail(ErrorKind::invalid_argument,
                   "no memory for a result of type " + ir::str(ir::TensorType{dtype, shape}));
    }
  }
  return context.output(i);
}

std::vector<Tensor> with_dims(std::initializer_list<Tensor> operands, const ShapeArg& shape) {
  std::vector<Tensor> all(operands);
  all.insert(all.end(), shape.symbolic_dims().begin(), shape.symbolic_dims().end());
  return all;
}

}  // namespace ag::ops
