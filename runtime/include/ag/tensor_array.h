#pragma once
/// An array of tensors of one dtype and one shape that is written element by element, also where a tensor decides
/// which.
///
///     ag::TensorArray rows(float32, {.size = 0, .dynamic_size = true});
///     for (int i = 0; i < n; ++i) rows.write(i, x * i);
///     return rows.stack();
#include <concepts>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "ag/arg.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

struct Leaf;

/// The elements along a first axis; undefined until their shape is known. A statement that finds them so and leaves
/// them defined starts with none of that shape.
class AG_API ArrayItems {
 public:
  Tensor tensor;
  const Tensor& ag_tensor() const { return tensor; }
  Leaf ag_save(const std::string& name) const;
  void ag_load(const Leaf& leaf);
};

}  // namespace detail

struct TensorArrayOptions {
  /// How many elements it has: a number, or a tensor of one.
  Tensor size = 0;
  /// Whether writing behind the last element makes it longer.
  bool dynamic_size = false;
  /// Of every element; by default that of the first one that is written. A first extent of ag::unknown lets each
  /// element have its own.
  Shape element_shape = Shape::unknown_rank();
  /// Whether `read` gives an element once: what was read before and not written since is an error.
  bool clear_after_read = false;
  std::string name = {};
};

/// How many elements there are: a tensor, and a number where one is needed.
class ArrayLength : public Tensor {
 public:
  ArrayLength(const Tensor& length) : Tensor(length) {}
  operator int64_t() const { return item<int64_t>(); }
};

/// A value, like a vector: a copy is another array, and writing changes this one only.
class AG_API TensorArray {
 public:
  explicit TensorArray(DType dtype, const TensorArrayOptions& options = {},
                       SourceLocation location = SourceLocation::current());

  /// Puts a value at an index; a number takes the dtype of the array.
  void write(const TensorArg& index, const TensorArg& value);
  /// An element that was written, or zeros where one behind it was.
  Tensor read(const TensorArg& index);
  /// The same; it cannot note that the element was read.
  Tensor read(const TensorArg& index) const;
  /// The elements along a new first axis.
  Tensor stack(SourceLocation location = SourceLocation::current()) const;
  /// The elements with these indices, along a new first axis.
  Tensor gather(const TensorArg& indices) const;
  /// The elements joined along their first axis.
  Tensor concat(SourceLocation location = SourceLocation::current()) const;
  /// Its elements become the rows of x.
  void unstack(const TensorArg& x);
  /// Writes the rows of x at the indices.
  void scatter(const TensorArg& indices, const TensorArg& x);
  /// Its elements become pieces of x of these lengths, which are all the same unless the first extent of its elements
  /// is ag::unknown.
  void split(const TensorArg& x, const std::vector<int64_t>& lengths);
  /// The same by lengths that a tensor gives, which the graph may compute.
  template <std::derived_from<Tensor> T>
  void split(const TensorArg& x, const T& lengths) {
    split_by(x, lengths);
  }
  ArrayLength size(SourceLocation location = SourceLocation::current()) const;
  DType dtype() const { return dtype_; }
  /// The shape of its elements, as far as it is known.
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
  Tensor size_;  // the number of elements that were asked for: int64
  DType dtype_;
  Shape element_;
  bool dynamic_ = false;
  std::string name_;
  // Where each element has a length of its own: int64 for each of them, and the elements are as long as the longest.
  detail::ArrayItems lengths_;
  detail::ArrayItems read_;  // with clear_after_read: whether each of them was
};

}  // namespace ag
