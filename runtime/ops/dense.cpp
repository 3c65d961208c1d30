#include "ops/dense.h"

#include "tensor/convert.h"

namespace ag::ops {

Tensor dense(const Tensor& x, DType dtype) {
  if (x.impl()->dtype == dtype) return detail::make_contiguous(x);
  Tensor copy = detail::allocate(dtype, x.impl()->shape);
  detail::convert_elements(*copy.impl(), *x.impl());
  return copy;
}

ComputedResult::ComputedResult(const ir::KernelContext& context, size_t i, DType dtype) : output_(context.output(i)) {
  if (output_.dtype != dtype) {
    result_ = detail::allocate(dtype, output_.shape);
    return;
  }
  detail::retain(&output_);
  result_ = Tensor::from_impl(&output_);
}

void ComputedResult::store() const {
  if (result_.impl() != &output_) detail::convert_elements(output_, *result_.impl());
}

}  // namespace ag::ops
