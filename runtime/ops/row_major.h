#pragma once
/// A row-major operand of a kernel: the operand itself if it is contiguous, else a copy.
#include "graph/op_def.h"
#include "tensor/impl.h"

namespace ag::ops {

/// Holds no handle of the operand itself, since a second reference would make it shared.
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
