#pragma once
/// Tensors that keep objects alive: a number in a graph that identifies an object with the lifetime of that value, and
/// views of memory of another library.
#include <memory>

#include "tensor/impl.h"

namespace ag::detail {

/// Returns uint64[1] with that element. `owned` is released with the last handle of the tensor and of its views.
Tensor make_owner(uint64_t word, std::shared_ptr<void> owned);

/// Returns a read-only array in memory that `owned` keeps alive. Its buffer has 0 bytes of its own, like that of
/// make_owner.
Tensor make_foreign(DType dtype, const Shape& shape, const Strides& strides, std::byte* data,
                    std::shared_ptr<void> owned);

}  // namespace ag::detail
