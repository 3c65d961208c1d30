#pragma once
/// Extents as tensors.
#include "ag/tensor.h"

namespace ag::ops {

/// Returns one extent as a rank-0 int64 tensor: an array if it is known, else a node of the graph. Negative axes count
/// from the end.
Tensor dimension(const Tensor& x, int64_t axis, SourceLocation location);

}  // namespace ag::ops
