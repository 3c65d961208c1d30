#pragma once
/// Row-major arrays in the dtype of a computation, and results that are stored in another dtype.
#include "graph/op_def.h"

namespace ag::ops {

/// Returns the operand in a dtype, row-major.
Tensor dense(const Tensor& x, DType dtype);
/// Result `i` of a computation in `dtype`. `data` is the memory to compute into: the result's own if it has this dtype,
/// else a buffer, which `store` converts into the result.
class ComputedResult {
 public:
  ComputedResult(const ir::KernelContext& context, size_t i, DType dtype);
  std::byte* data() const { return result_.impl()->data(); }
  void store() const;

 private:
  detail::TensorImpl& output_;
  Tensor result_;
};

}  // namespace ag::ops
