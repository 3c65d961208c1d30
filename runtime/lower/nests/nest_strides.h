#pragma once
/// The relation between the axes of a loop nest and the strides of arrays.
#include <algorithm>
#include <vector>

#include "lower/analysis/node_class.h"
#include "tensor/impl.h"

namespace ag::codegen {

using Strides = std::vector<int64_t>;

/// True if the access covers a whole row-major array of this shape.
inline bool is_whole(const StridedAccess& place, const Shape& shape) {
  return place.offset == 0 && place.terms.empty() &&
         std::ranges::equal(place.strides, detail::contiguous_strides(shape.dims()));
}

/// Returns the strides of an array that is broadcast to shape `to`: 0 along repeated axes.
inline Strides broadcast(const Strides& strides, const Shape& from, const Shape& to) {
  Strides result(to.size(), 0);
  const size_t lead = to.size() - from.size();
  for (size_t axis = 0; axis < from.size(); ++axis) result[lead + axis] = from[axis] == 1 ? 0 : strides[axis];
  return result;
}

inline Strides row_major(const Shape& shape) {
  const detail::Strides strides = detail::contiguous_strides(shape.dims());
  return {strides.begin(), strides.end()};
}

/// True if the axes `first` to `last`, apart from those of length 1, have one even stride.
inline bool is_even(const Shape& domain, const Strides& strides, size_t first, size_t last) {
  int64_t step = 0, extent = 0;
  for (size_t axis = last + 1; axis-- > first;) {
    if (domain[axis] == 1) continue;
    if (extent != 0 && strides[axis] != step * extent) return false;
    step = strides[axis];
    extent = domain[axis];
  }
  return true;
}

/// Returns the first axis of the innermost group of axes that are all reduced or all kept.
inline size_t row_start(const Shape& domain, const Reduction& reduction) {
  size_t start = domain.size();
  for (size_t axis = domain.size(); axis-- > 0;) {
    if (domain[axis] == 1) continue;
    if (reduction.reduced[axis] != reduction.row_reduced) break;
    start = axis;
  }
  return start;
}

}  // namespace ag::codegen
