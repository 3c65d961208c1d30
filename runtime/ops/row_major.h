#pragma once
/// An operand of a kernel with its elements row-major: the operand itself where they are, and else a copy.
#include "graph/op_def.h"
#include "tensor/impl.h"

namespace ag::ops {

/// (No handle is made of the operand, which would be counted twice.)
class RowMajor {
 public:
  RowMajor(const ir::KernelContext& context, size_t operand) : impl_(&context.input(operand)) {
    if (detail::is_contiguous(*impl_)) return;
    copy_ = detail::make_contiguous(context.input_tensor(operand));
    impl_ = copy_.impl();
  }
  const detail::TensorImpl& operator*() const { return *impl_; }
  const detail::TensorImpl* operator->() const { return impl_; }

 private:
  const detail::TensorImpl* impl_;
  Tensor copy_;
};

}  // namespace ag::ops
