#pragma once
/// Selection of the elements where a mask is true. It is branch-free: a branch on a mask is often mispredicted.
#include <cstdint>

#include "tensor/impl.h"
#include "tensor/strided.h"

namespace ag::kernel {

/// Calls row(holds, stride, length) for the rows of a boolean array, in order.
template <class Row>
void for_mask_rows(const detail::TensorImpl& mask, Row&& row) {
  detail::for_each_row<1>(mask.shape.dims(), {mask.strides.data()},
                          [&](const auto& offsets, const auto& strides, int64_t length) {
                            row(reinterpret_cast<const bool*>(mask.data()) + offsets[0], strides[0], length);
                          });
}

/// Returns the number of true elements.
inline int64_t count_true(const detail::TensorImpl& mask) {
  int64_t count = 0;
  for_mask_rows(mask, [&](const bool* holds, int64_t stride, int64_t length) {
    if (stride == 1) {
      for (int64_t i = 0; i < length; ++i) count += holds[i];
    } else {
      for (int64_t i = 0; i < length; ++i) count += holds[i * stride];
    }
  });
  return count;
}

/// out[n] = element(i), where i is the row-major number of the n-th true element; `count` is the number of true
/// elements.
template <class T, class Element>
void compress(const detail::TensorImpl& mask, int64_t count, T* out, Element&& element) {
  int64_t begin = 0, n = 0;
  for_mask_rows(mask, [&](const bool* holds, int64_t stride, int64_t length) {
    for (int64_t i = 0; i < length && n < count; ++i) {
      out[n] = element(begin + i);
      n += holds[i * stride];
    }
    begin += length;
  });
}

}  // namespace ag::kernel
