#pragma once
/// Writes into parts of arrays, both for updates that make a new array and for assignments in place.
#include <span>
#include <string_view>
#include <vector>

#include "ag/detail/arg.h"
#include "graph/op_def.h"
#include "kernel/copy.h"
#include "ops/subscripts/index_spec.h"

namespace ag::ops {

/// The operation that every assignment of elements is in eager code.
inline constexpr std::string_view kAssignment = "index_update";

/// Part of an array that may be overwritten.
struct Target {
  std::byte* data;
  Shape shape;
  detail::Strides strides;
  DType dtype;

  explicit Target(detail::TensorImpl& array)
      : data(array.data()), shape(array.shape), strides(array.strides), dtype(array.dtype) {}
  /// Narrows this part to the elements that `items` select.
  void narrow(const IndexItems& items, const int64_t* values);
  /// Changes the order of the axes: axis k becomes order[k] of the present ones.
  void permute(std::span<const int64_t> order);
};

/// True if an array of shape `value` may be broadcast to shape `target`; unknown dimensions match.
bool may_broadcast_to(const Shape& value, const Shape& target);

/// Returns `value` in the dtype of the tensor that stores it. Numbers and dtypes that fit this dtype are converted;
/// others are an error that names both.
Tensor stored_as(const TensorArg& value, DType dtype, const ir::OpDef& op, SourceLocation location);

/// Each of these functions overwrites with `value`, which has the dtype of the target and is broadcast to the
/// overwritten part. A mismatch is a Fault, thrown before anything is written.
void write_all(const Target& target, const detail::TensorImpl& value);
/// Overwrites the elements where the mask is true. The mask covers the axes from `axis` on.
void write_masked(const Target& target, const detail::TensorImpl& mask, int64_t axis, const detail::TensorImpl& value);
/// Overwrites the elements that the numbers of integer arrays, broadcast to each other, select in neighbouring axes
/// from `axis` on; for equal numbers, the last one wins.
void write_taken(const Target& target, std::span<const Tensor> indices, int64_t axis, const detail::TensorImpl& value);

/// Returns the row-major positions where a mask is true. The shape of the mask must be that of the axes of `shape` from
/// `axis` on.
std::vector<int64_t> masked_positions(const Shape& shape, const detail::TensorImpl& mask, int64_t axis);

/// Returns the offset, in elements, of the slice that an index vector selects. The vector consists of `depth` numbers
/// from number `first` on. Negative numbers are errors here; they do not count from the end.
int64_t vector_offset(const kernel::Integers& numbers, int64_t first, int64_t depth, const Shape& shape,
                      const int64_t* strides);

/// Returns `shape` with `count` axes from `axis` on replaced by `middle`.
Shape replace_axes(const Shape& shape, size_t axis, size_t count, const Shape& middle);

}  // namespace ag::ops
