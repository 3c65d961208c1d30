#include "ag/jacobian.h"

#include "ops/define.h"
#include "trace/recorder.h"

namespace ag::detail {

int64_t jacobian_rows(const Tensor& y, SourceLocation location) {
  const int64_t count = used(y, location).shape.element_count();
  if (count != unknown) return count;
  throw Error(ErrorKind::unimplemented, "the Jacobian of a value of shape " + y.impl()->shape.str() + " is asked for",
              location, {"its extents must be known when the function is traced: give them with an input signature"});
}

Tensor as_jacobian(const Tensor& rows, const Tensor& y, SourceLocation location) {
  const tracing::PlaceScope place(location);
  Shape shape = y.impl()->shape;
  std::vector<Tensor> operands{rows};
  const Shape& of_rows = rows.impl()->shape;
  for (size_t axis = 1; axis < of_rows.size(); ++axis) {
    shape.push_back(of_rows[axis]);
    if (of_rows[axis] == unknown)
      operands.push_back(ops::call(ops::Op::dim, std::span(&rows, 1), {int64_t(axis)}, location));
  }
  return ops::call(ops::Op::reshape, operands, {shape}, location);
}

}  // namespace ag::detail
