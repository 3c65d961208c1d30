#pragma once
/// Copies of elements between strided arrays of one dtype, and sums into them.
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "tensor/impl.h"

namespace ag::kernel {

/// Copies every element of an array of shape `dims`. `item` is the size of an element in bytes; strides are in
/// elements.
void copy_elements(std::span<const int64_t> dims, size_t item, std::byte* out, const int64_t* out_strides,
                   const std::byte* in, const int64_t* in_strides);

/// Copies a sequence of slices that all have the same shape and strides. Most slices are a few contiguous elements.
class SliceCopy {
 public:
  /// Parameters as for copy_elements. The referenced arguments must outlive this object.
  SliceCopy(std::span<const int64_t> dims, size_t item, const int64_t* out_strides, const int64_t* in_strides);

  void operator()(std::byte* out, const std::byte* in) const {
    if (bytes_ == sizeof(uint32_t))
      std::memcpy(out, in, sizeof(uint32_t));
    else if (bytes_ == sizeof(uint64_t))
      std::memcpy(out, in, sizeof(uint64_t));
    else if (bytes_ != 0)
      std::memcpy(out, in, bytes_);
    else
      copy_elements(dims_, item_, out, out_strides_, in, in_strides_);
  }

 private:
  std::span<const int64_t> dims_;
  size_t item_, bytes_ = 0;  // `bytes_`: of a slice, if its elements are contiguous
  const int64_t *out_strides_, *in_strides_;
};

/// out += in, elementwise. The dtype must not be boolean. Integers wrap around.
void add_elements(std::span<const int64_t> dims, DType dtype, std::byte* out, const int64_t* out_strides,
                  const std::byte* in, const int64_t* in_strides);
/// out -= in, elementwise, with the same restrictions.
void subtract_elements(std::span<const int64_t> dims, DType dtype, std::byte* out, const int64_t* out_strides,
                       const std::byte* in, const int64_t* in_strides);

/// The elements of an integer array as row-major int64 numbers.
class Integers {
 public:
  explicit Integers(const detail::TensorImpl& array);
  int64_t operator[](int64_t i) const { return data_[i]; }
  const int64_t* data() const { return data_; }
  int64_t count() const { return count_; }

 private:
  Tensor converted_;  // the row-major int64 copy, if the array has another dtype
  const int64_t* data_;
  int64_t count_;
};

}  // namespace ag::kernel
