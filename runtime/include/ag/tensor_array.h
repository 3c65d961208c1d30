#pragma once
/// An array of tensors of one dtype and one shape, written element by element at indices that may be symbolic.
///
///     ag::TensorArray rows(float32, {.size = 0, .dynamic_size = true});
///     for (int i = 0; i < n; ++i) rows.write(i, x * i);
///     return rows.stack();
#include <concepts>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "ag/detail/arg.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

struct Leaf;

/// The elements along a first axis; undefined until their shape is known. If a statement starts with undefined items
/// and leaves them defined, it starts with an array of zero elements of that shape.
class AG_API ArrayItems {
 public:
  Tensor tensor;
  const Tensor& ag_tensor() const { return tensor; }
  Leaf ag_save(const std::string& name) const;
  void ag_load(const Leaf& leaf);
};

}  // namespace detail

struct TensorArrayOptions {
  /// The number of elements: a number, or a tensor with one element.
  Tensor size = 0;
  /// True if a write past the end extends the array.
  bool dynamic_size = false;
  /// The shape of every element; by default that of the first one written. With ag::unknown as the first extent,
  /// elements may differ in it.
  Shape element_shape = Shape::unknown_rank();
  /// True if `read` may return an element only once: a second read without a write between is an error.
  bool clear_after_read = false;
  std::string name = {};
};

/// The number of elements as a tensor, which converts to a number.
class ArrayLength : public Tensor {
 public:
  ArrayLength(const Tensor& length) : Tensor(length) {}
  operator int64_t() const { return item<int64_t>(); }
};

/// A value, like a vector: a copy is independent, and a write changes only this array.
class AG_API TensorArray {
 public:
  explicit TensorArray(DType dtype, const TensorArrayOptions& options = {},
                       SourceLocation location = SourceLocation::current());

  /// Stores a value at an index; a number takes the dtype of the array.
  void write(const TensorArg& index, const TensorArg& value);
  /// Returns the element at an index; zeros if it was not written but a later one was.
  Tensor read(const TensorArg& index);
  /// The overload for a const array, which cannot mark the element as read.
  Tensor read(const TensorArg& index) const;
  /// Returns the elements along a new first axis.
  Tensor stack(SourceLocation location = SourceLocation::current()) const;
  /// Returns the elements with these indices along a new first axis.
  Tensor gather(const TensorArg& indices) const;
  /// Returns the elements concatenated along their first axis.
  Tensor concat(SourceLocation location = SourceLocation::current()) const;
  /// Replaces the elements by the rows of x.
  void unstack(const TensorArg& x);
  /// Writes the rows of x at the indices.
  void scatter(const TensorArg& indices, const TensorArg& x);
  /// Replaces the elements by pieces of x with these lengths. The lengths must be equal unless the first extent of the
  /// elements is ag::unknown.
  void split(const TensorArg& x, const std::vector<int64_t>& lengths);
  /// The overload for lengths in a tensor, which may be symbolic.
  template <std::derived_from<Tensor> T>
  void split(const TensorArg& x, const T& lengths) {
    split_by(x, lengths);
  }
  ArrayLength size(SourceLocation location = SourceLocation::current()) const;
  DType dtype() const { return dtype_; }
  /// The shape of the elements, as far as known.
  Shape element_shape() const;

  friend auto ag_fields(TensorArray& array) {
    return std::tie(array.items_, array.size_, array.dtype_, array.dynamic_, array.lengths_, array.read_);
  }
  friend auto ag_fields(const TensorArray& array) {
    return std::tie(array.items_, array.size_, array.dtype_, array.dynamic_, array.lengths_, array.read_);
  }

 private:
  void split_by(const TensorArg& x, const Tensor& lengths);
  void refuse_lengths(const Shape& shape, const char* why, SourceLocation location) const;
  Tensor known(const char* what, SourceLocation location) const;
  Tensor whole(const Tensor& items, const Tensor& lengths, const char* what, SourceLocation location) const;
  Tensor resized(const Tensor& items, SourceLocation location) const;
  void put(Tensor& items, const Tensor& at, const Tensor& value, SourceLocation location) const;
  Tensor with_length(const Tensor& element, const Tensor& at, SourceLocation location);
  void set(Tensor items, SourceLocation location);

  detail::ArrayItems items_;
  Tensor size_;  // the requested number of elements: int64
  DType dtype_;
  Shape element_;
  bool dynamic_ = false;
  std::string name_;
  // For elements of different lengths: the int64 length of each. The elements are padded to the longest.
  detail::ArrayItems lengths_;
  detail::ArrayItems read_;  // with clear_after_read: true for each element that was read
};

}  // namespace ag
