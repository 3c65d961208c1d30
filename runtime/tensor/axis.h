#pragma once
/// Axes counted from the front. Negative axes count from the end; that the axis exists is checked elsewhere.
#include "ag/shape.h"

namespace ag::detail {

inline int64_t from_front(int64_t axis, int64_t rank) { return axis < 0 ? axis + rank : axis; }

/// Returns the index of an axis of a shape of known rank.
inline size_t axis_of(int64_t axis, const Shape& shape) { return static_cast<size_t>(from_front(axis, shape.rank())); }

}  // namespace ag::detail
