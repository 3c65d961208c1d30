#include "ag/jacobian.h"

#include "ag/higher_order.h"
#include "ops/define.h"
#include "trace/recorder.h"

namespace ag::detail {

namespace {

/// The extent of an axis; computed by the graph if it is unknown.
Tensor extent(const Tensor& x, size_t axis, SourceLocation location) {
  return ops::call(ops::Op::dim, std::span(&x, 1), {static_cast<int64_t>(axis)}, location);
}

/// Appends the extents of the unknown axes from `first` on.
void add_open_extents(const Tensor& x, size_t first, std::vector<Tensor>& out, SourceLocation location) {
  const Shape& shape = x.impl()->shape;
  for (size_t axis = first; axis < shape.size(); ++axis)
    if (shape[axis] == unknown) out.push_back(extent(x, axis, location));
}

/// Returns one row of weights per element of y: 1 for that element and 0 for all others.
Tensor weights_of_elements(const Tensor& y, SourceLocation location) {
  const TensorImpl& impl = used(y, location);
  const tracing::PlaceScope place(location);
  const tracing::OperandDevice here(y);
  if (impl.shape.known()) return eye(impl.shape.element_count(), impl.dtype, location);
  if (!impl.shape.ranked()) {
    throw Error(ErrorKind::unimplemented, "the Jacobian of a value of unknown rank is asked for", location,
                {"its rank must be known when the function is traced: give it with an input signature"});
  }
  Tensor count = scalar_tensor(scalar_of(int64_t{1}), DType::int64);
  for (size_t axis = 0; axis < impl.shape.size(); ++axis) {
    const Tensor of_axis = impl.shape[axis] == unknown ? extent(y, axis, location)
                                                       : scalar_tensor(scalar_of(impl.shape[axis]), DType::int64);
    count = multiply(TensorArg(count, location), of_axis);
  }
  const Tensor numbers = arange(TensorArg(count, location));
  return astype(equal(TensorArg(expand_dims(numbers, 1), location), numbers), impl.dtype);
}

/// Returns the row as an array of the shape of y.
Tensor shaped_like(const Tensor& row, const Tensor& y, SourceLocation location) {
  const tracing::PlaceScope place(location);
  std::vector<Tensor> operands{row};
  add_open_extents(y, 0, operands, location);
  return ops::call(ops::Op::reshape, operands, {y.impl()->shape}, location);
}

/// Reshapes `rows`, one per element of y with the shape of x, to an array of shape y.shape + x.shape.
Tensor as_jacobian(const Tensor& rows, const Tensor& y, SourceLocation location) {
  const tracing::PlaceScope place(location);
  Shape shape = y.impl()->shape;
  const Shape& of_rows = rows.impl()->shape;
  for (size_t axis = 1; axis < of_rows.size(); ++axis) shape.push_back(of_rows[axis]);
  std::vector<Tensor> operands{rows};
  add_open_extents(y, 0, operands, location);
  add_open_extents(rows, 1, operands, location);
  return ops::call(ops::Op::reshape, operands, {shape}, location);
}

}  // namespace

Tensor jacobian_of(GradientScope& scope, const Tensor& y, const GradientScope::Source& source,
                   SourceLocation location) {
  const auto gradient_of = [&](const Tensor& row) {
    return scope.gradients(y, std::span(&source, 1), location, shaped_like(row, y, location))[0];
  };
  return as_jacobian(map_fn(gradient_of, weights_of_elements(y, location), location), y, location);
}

}  // namespace ag::detail
