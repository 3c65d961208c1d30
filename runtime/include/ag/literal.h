#pragma once
/// Array literals: tensor({{1, 2}, {3, 4}}), tensor(values, {2, 3}).
#include <initializer_list>
#include <span>
#include <type_traits>
#include <vector>

#include "ag/dtype.h"
#include "ag/error.h"
#include "ag/shape.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {
struct Number;
}

/// A number, or a braced list of literals of one shape. Numbers of different types may be mixed.
class AG_API Literal {
 public:
  template <Arithmetic T>
  Literal(T value, SourceLocation location = SourceLocation::current())
      : Literal(detail::scalar_of(value), literal_dtype<T>(), location) {}
  template <Arithmetic T>
  Literal(const Staged<T>& value, SourceLocation location = SourceLocation::current());
  /// Throws shape_error if the shapes of the elements differ.
  Literal(std::initializer_list<Literal> elements, SourceLocation location = SourceLocation::current());

  const Shape& shape() const { return shape_; }
  /// The numbers in row-major order.
  const std::vector<detail::Scalar>& values() const { return values_; }
  /// The numbers that are known only at run time, each at its position, with rank 0; empty if all are known.
  const std::vector<Tensor>& symbols() const { return symbols_; }
  /// The common dtype of the numbers: boolean, an integer type that holds them exactly, or float32.
  DType dtype() const { return dtype_; }
  SourceLocation location() const { return location_; }

 private:
  Literal(detail::Scalar value, DType dtype, SourceLocation location);
  void hold(const detail::Number& symbol);

  Shape shape_;
  std::vector<detail::Scalar> values_;
  std::vector<Tensor> symbols_;
  DType dtype_;
  SourceLocation location_;
};

/// Returns an array of the numbers in the dtype of their type: int32 for integers (wider if they are), float32 for
/// floating-point numbers.
///
///     Tensor x = tensor({1.0, 2, 3});
///     Tensor m = tensor({{1, 2}, {3, 4}}, float64);
AG_API Tensor tensor(const Literal& literal);
/// Returns the array in `dtype`. Throws if `dtype` cannot hold one of the numbers.
AG_API Tensor tensor(const Literal& literal, DType dtype);

namespace detail {

/// Throws if an array of this shape does not have `count` elements.
void check_element_count(size_t count, const Shape& shape, SourceLocation location);
/// Copies `shape.element_count()` elements of type `from`, of which there are `count`, into an array of `dtype`.
AG_API Tensor tensor_of(const void* values, size_t count, DType from, const Shape& shape, DType dtype,
                        SourceLocation location);

template <class A>
Shape shape_of_array() {
  return [&]<size_t... k>(std::index_sequence<k...>) {
    return Shape{static_cast<int64_t>(std::extent_v<A, k>)...};
  }(std::make_index_sequence<std::rank_v<A>>());
}

/// std::vector, std::span, std::array and other contiguous ranges of numbers.
template <class R>
concept NumberRange = requires(const R& range) {
  typename R::value_type;
  { range.data() } -> std::convertible_to<const typename R::value_type*>;
  { range.size() } -> std::convertible_to<size_t>;
} && Arithmetic<typename R::value_type>;

}  // namespace detail

/// Returns a copy of the elements: in their own dtype unless another is specified, of rank 1 unless a shape is.
template <detail::NumberRange R>
Tensor tensor(const R& values, const Shape& shape, DType dtype = dtype_of<typename R::value_type>(),
              SourceLocation location = SourceLocation::current()) {
  return detail::tensor_of(values.data(), values.size(), dtype_of<typename R::value_type>(), shape, dtype, location);
}
template <detail::NumberRange R>
Tensor tensor(const R& values, DType dtype = dtype_of<typename R::value_type>(),
              SourceLocation location = SourceLocation::current()) {
  return tensor(values, Shape{static_cast<int64_t>(values.size())}, dtype, location);
}

/// The overload for C arrays of any rank. (The parameter type is deduced, so that a braced list does not become an
/// array.)
template <class A>
  requires(std::is_bounded_array_v<A> && Arithmetic<std::remove_all_extents_t<A>>)
Tensor tensor(const A& values, DType dtype = dtype_of<std::remove_all_extents_t<A>>(),
              SourceLocation location = SourceLocation::current()) {
  using T = std::remove_all_extents_t<A>;
  return detail::tensor_of(&values, sizeof(A) / sizeof(T), dtype_of<T>(), detail::shape_of_array<A>(), dtype, location);
}

/// std::vector<bool> stores bits, which are unpacked first. (A template, so that a braced list does not become a
/// vector.)
template <std::same_as<bool> B>
Tensor tensor(const std::vector<B>& values, const Shape& shape, DType dtype = DType::boolean,
              SourceLocation location = SourceLocation::current()) {
  const std::vector<unsigned char> bytes(values.begin(), values.end());
  return detail::tensor_of(bytes.data(), bytes.size(), DType::boolean, shape, dtype, location);
}
template <std::same_as<bool> B>
Tensor tensor(const std::vector<B>& values, DType dtype = DType::boolean,
              SourceLocation location = SourceLocation::current()) {
  return tensor(values, Shape{static_cast<int64_t>(values.size())}, dtype, location);
}

}  // namespace ag
