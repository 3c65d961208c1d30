#pragma once
/// Iteration over several arrays of one shape with different strides. The inner rows are as long as the strides allow.
#include <array>
#include <cstdint>

#include "tensor/impl.h"

namespace ag::detail {

/// Calls `row(offsets, strides, length)` until every element of `dims` was covered once, in row-major order. `offsets`
/// and `strides` (in elements) have one entry per array. Neighbouring axes are merged if their strides are compatible
/// in all arrays.
template <size_t N, class Row>
void for_each_row(std::span<const int64_t> dims, const std::array<const int64_t*, N>& strides, Row&& row) {
  SmallVector<int64_t, 4> extent;
  std::array<SmallVector<int64_t, 4>, N> step;
  for (size_t axis = 0; axis < dims.size(); ++axis) {
    if (dims[axis] == 0) return;
    if (dims[axis] == 1) continue;
    bool even = !extent.empty();
    for (size_t k = 0; even && k < N; ++k) even = step[k].back() == strides[k][axis] * dims[axis];
    if (even) {
      extent.back() *= dims[axis];
      for (size_t k = 0; k < N; ++k) step[k].back() = strides[k][axis];
    } else {
      extent.push_back(dims[axis]);
      for (size_t k = 0; k < N; ++k) step[k].push_back(strides[k][axis]);
    }
  }
  std::array<int64_t, N> offsets{}, inner{};
  if (extent.empty()) {
    row(offsets, inner, int64_t{1});
    return;
  }
  const size_t last = extent.size() - 1;
  for (size_t k = 0; k < N; ++k) inner[k] = step[k][last];
  SmallVector<int64_t, 4> at(last, 0);
  for (;;) {
    row(offsets, inner, extent[last]);
    size_t axis = last;
    while (axis-- > 0) {
      for (size_t k = 0; k < N; ++k) offsets[k] += step[k][axis];
      if (++at[axis] < extent[axis]) break;
      for (size_t k = 0; k < N; ++k) offsets[k] -= step[k][axis] * extent[axis];
      at[axis] = 0;
    }
    if (axis == static_cast<size_t>(-1)) return;
  }
}

/// Returns the offset of the element with this row-major number in an array of shape `dims`, which is not empty.
inline int64_t offset_of(int64_t number, std::span<const int64_t> dims, std::span<const int64_t> strides) {
  int64_t offset = 0;
  for (size_t axis = dims.size(); axis-- > 1; number /= dims[axis]) offset += number % dims[axis] * strides[axis];
  return dims.empty() ? 0 : offset + number * strides[0];
}

/// Returns the strides of an array of shape `from` broadcast to the shape `to`: 0 along repeated axes.
inline Strides broadcast_strides(const TensorImpl& from, const Shape& to) {
  Strides strides(to.size(), 0);
  const size_t lead = to.size() - from.shape.size();
  for (size_t axis = 0; axis < from.shape.size(); ++axis) {
    strides[lead + axis] = from.shape[axis] == 1 ? 0 : from.strides[axis];
  }
  return strides;
}

}  // namespace ag::detail
