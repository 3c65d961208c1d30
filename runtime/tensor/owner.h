#pragma once
/// A tensor that keeps something alive: a value of a graph that leads to what lives as long as the value.
#include <memory>

#include "tensor/impl.h"

namespace ag::detail {

/// uint64[1] with that element. `owned` is released with the last handle of the tensor and of its views.
Tensor make_owner(uint64_t word, std::shared_ptr<void> owned);

}  // namespace ag::detail
