#pragma once
/// Writing into parts of arrays: the same code for updates that make a new array and for assignments in place.
#include <vector>

#include "ag/arg.h"
#include "graph/op_def.h"
#include "kernel/copy.h"
#include "ops/index_spec.h"

namespace ag::ops {

/// Part of an array that may be overwritten.
struct Target {
  std::byte* data;
  Shape shape;
  detail::Strides strides;
  DType dtype;

  explicit Target(detail::TensorImpl& array)
      : data(array.data), shape(array.shape), strides(array.strides), dtype(array.dtype) {}
  /// The part of this part that `items` name.
  void narrow(const IndexItems& items, const int64_t* values);
};

/// Whether an array of shape `value` may be repeated to shape `target`; what is not known fits.
bool may_broadcast_to(const Shape& value, const Shape& target);

/// `value` with the dtype of the tensor that it is stored in: numbers and dtypes that it holds are converted, others
/// are an error that names both.
Tensor stored_as(const TensorArg& value, DType dtype, const ir::OpDef& op, SourceLocation location);

/// Each of these overwrites with `value`, which has the dtype of the target and is broadcast to what is overwritten.
/// What does not fit is a Fault, thrown before anything was written.
void write_all(const Target& target, const detail::TensorImpl& value);
/// The elements of the axes from `axis` on, as many as the mask has, where it holds.
void write_masked(const Target& target, const detail::TensorImpl& mask, int64_t axis, const detail::TensorImpl& value);
/// The slices of an axis that `indices` name; of two equal ones the later counts.
void write_taken(const Target& target, const detail::TensorImpl& indices, int64_t axis,
                 const detail::TensorImpl& value);

/// Where a mask holds, as row-major positions. Its shape must be that of the axes of `shape` from `axis` on.
std::vector<int64_t> masked_positions(const Shape& shape, const detail::TensorImpl& mask, int64_t axis);

/// Where an index vector points to: the offset of the slice, in elements. The vector is the `depth` numbers from number
/// `first` on. Negative numbers do not count from the end here.
int64_t vector_offset(const kernel::Integers& numbers, int64_t first, int64_t depth, const Shape& shape,
                      const int64_t* strides);

/// `shape` with `count` axes from `axis` on replaced by `middle`.
Shape replace_axes(const Shape& shape, size_t axis, size_t count, const Shape& middle);

}  // namespace ag::ops
