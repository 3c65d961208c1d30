#pragma once
/// Extents as tensors.
#include "ag/tensor.h"

namespace ag::ops {

/// One extent as a rank-0 int64 tensor: an array where it is known, a node where only the graph knows it. Negative axes
/// count from the end.
Tensor dimension(const Tensor& x, int64_t axis, SourceLocation location);

}  // namespace ag::ops
