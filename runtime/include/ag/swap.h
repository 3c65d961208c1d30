#pragma once
/// swap(x[i], x[j]) of elements and rows of tensors.
#include <utility>

#include "ag/index.h"

namespace ag {

/// Exchanges the values of two elements, which may be those of one tensor.
inline void swap(Element&& a, Element&& b) {
  const Tensor first = a, second = b;
  std::move(a) = TensorArg(second);
  std::move(b) = TensorArg(first);
}

}  // namespace ag
