#pragma once
/// Tensors that keep something alive: a value of a graph that leads to what lives as long as the value, and memory of
/// another library.
#include <memory>

#include "tensor/impl.h"

namespace ag::detail {

/// uint64[1] with that element. `owned` is released with the last handle of the tensor and of its views.
Tensor make_owner(uint64_t word, std::shared_ptr<void> owned);

/// An array in memory that `owned` keeps, to be read only: its buffer has 0 bytes of its own, as that of make_owner.
Tensor make_foreign(DType dtype, const Shape& shape, const Strides& strides, std::byte* data,
                    std::shared_ptr<void> owned);

}  // namespace ag::detail
