#pragma once
/// swap(x[i], x[j]) for elements and rows of tensors.
#include <utility>

#include "ag/index.h"

namespace ag {

/// Swaps the values of two elements, possibly of the same tensor.
inline void swap(Element&& a, Element&& b) {
  const Tensor first = a, second = b;
  std::move(a) = TensorArg(second);
  std::move(b) = TensorArg(first);
}

}  // namespace ag
