#pragma once
/// Row-major arrays in the dtype that a kernel computes in, and results that are stored in another one.
#include "graph/op_def.h"

namespace ag::ops {

/// The operand in a dtype, row-major.
Tensor dense(const Tensor& x, DType dtype);
/// Result `i` for a computation in `dtype`: the memory to compute into, of the result itself where that has this dtype.
/// `store` brings it there otherwise.
class ComputedResult {
 public:
  ComputedResult(const ir::KernelContext& context, size_t i, DType dtype);
  std::byte* data() const { return result_.impl()->data; }
  void store() const;

 private:
  detail::TensorImpl& output_;
  Tensor result_;
};

}  // namespace ag::ops
