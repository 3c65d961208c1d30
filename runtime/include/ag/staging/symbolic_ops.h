#pragma once
/// Operations with numeric parameters that may be symbolic: shifts, repeat counts, extents of a result. (Axes are known
/// at trace time.)
#include <type_traits>

#include "ag/effects.h"
#include "ag/ops.h"
#include "ag/staging/item.h"
#include "ag/staging/staged.h"
#include "ag/staging/staging.h"

namespace ag {

namespace detail {

template <class N>
concept StagedInteger = is_staged<N> && std::is_integral_v<host_t<N>>;

/// Returns the int64 numbers 0, 1, … below `count`.
inline Tensor counted(const Staged<int64_t>& count, SourceLocation location) {
  return arange(TensorArg(count.tensor(location), location));
}
inline void need_extent(const Staged<int64_t>& count, ErrorKind kind, const char* what, SourceLocation location) {
  if_stmt(Predicate(count < 0, location), [&] { raise(Error(kind, what, location), location); });
}

}  // namespace detail

template <detail::StagedInteger N>
Tensor roll(const TensorArg& x, const N& shift, int axis) {
  if (shift.is_host()) return roll(x, static_cast<int64_t>(shift.value()), axis);
  const SourceLocation location = x.location();
  const Staged<int64_t> extent = dim(x.value(), axis, location);
  const Tensor places = detail::counted(extent, location) - cast<int64_t>(shift, location).tensor(location);
  return take(x, remainder(places, extent.tensor(location)), axis);
}

template <detail::StagedInteger N>
Tensor repeat(const TensorArg& x, const N& repeats, int axis) {
  if (repeats.is_host()) return repeat(x, static_cast<int64_t>(repeats.value()), axis);
  const SourceLocation location = x.location();
  const Staged<int64_t> times = cast<int64_t>(repeats, location);
  detail::need_extent(times, ErrorKind::invalid_argument, "the number of repetitions must not be negative", location);
  const Tensor places = detail::counted(dim(x.value(), axis, location) * times, location);
  return take(x, floor_divide(places, times.tensor(location)), axis);
}

template <detail::StagedInteger N>
Tensor one_hot(const TensorArg& indices, const N& depth, DType dtype = float32) {
  if (depth.is_host()) return one_hot(indices, static_cast<int64_t>(depth.value()), dtype);
  const SourceLocation location = indices.location();
  const Staged<int64_t> extent = cast<int64_t>(depth, location);
  detail::need_extent(extent, ErrorKind::invalid_argument, "the depth is negative", location);
  return astype(expand_dims(indices, -1) == detail::counted(extent, location), dtype);
}

template <detail::StagedInteger N>
Tensor eye(const N& n, DType dtype = float32, SourceLocation location = SourceLocation::current()) {
  if (n.is_host()) return eye(static_cast<int64_t>(n.value()), dtype, location);
  const Staged<int64_t> extent = cast<int64_t>(n, location);
  detail::need_extent(extent, ErrorKind::shape_error, "n is negative, a dimension cannot be negative", location);
  const Tensor places = detail::counted(extent, location);
  return astype(expand_dims(places, 1) == places, dtype);
}

}  // namespace ag
