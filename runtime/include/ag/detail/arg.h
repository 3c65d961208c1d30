#pragma once
/// Parameter types of operations. They accept the values that a user writes there and record the source location.
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <source_location>
#include <span>
#include <vector>

#include "ag/tensor.h"

namespace ag {

class Variable;
namespace detail {
struct Number;
}

/// An operand that is a tensor or a host number. Valid only during the call: it does not own the tensor.
class AG_API TensorArg {
 public:
  TensorArg(const Tensor& tensor, SourceLocation location = SourceLocation::current())
      : tensor_(&tensor), location_(location) {}
  template <Arithmetic T>
  TensorArg(T value, SourceLocation location = SourceLocation::current())
      : tensor_(nullptr), location_(location), scalar_(detail::scalar_of(value)), literal_dtype_(literal_dtype<T>()) {}
  template <Arithmetic T>
  TensorArg(const Staged<T>& value, SourceLocation location = SourceLocation::current());
  /// Reads the variable at this point of the program.
  TensorArg(const Variable& variable, SourceLocation location = SourceLocation::current());
  TensorArg(const TensorArg&) = default;

  /// True for a tensor, false for a host number.
  bool is_tensor() const { return tensor_ != nullptr || owned_.defined(); }
  const Tensor& tensor() const { return tensor_ ? *tensor_ : owned_; }
  const detail::Scalar& scalar() const { return scalar_; }
  /// The dtype of the number if no operand is a tensor.
  DType literal() const { return literal_dtype_; }
  SourceLocation location() const { return location_; }
  /// Returns the operand as a tensor; a number becomes a weak literal.
  Tensor value() const;

 private:
  void hold(const detail::Number& symbol);

  const Tensor* tensor_;
  SourceLocation location_;
  detail::Scalar scalar_;
  DType literal_dtype_ = DType::float32;
  Tensor owned_;  // the tensor made from a staged number
};

/// Several tensors: a braced list or a vector.
class AG_API TensorList {
 public:
  TensorList(std::initializer_list<TensorArg> tensors, SourceLocation location = SourceLocation::current());
  TensorList(const std::vector<Tensor>& tensors, SourceLocation location = SourceLocation::current())
      : tensors_(tensors), location_(location) {}
  const std::vector<Tensor>& tensors() const { return tensors_; }
  SourceLocation location() const { return location_; }

 private:
  std::vector<Tensor> tensors_;
  SourceLocation location_;
};

/// One dimension of a requested shape: an integer or a rank-0 integer tensor.
class AG_API Dim {
 public:
  template <class T>
    requires std::is_integral_v<T>
  Dim(T value) : value_(static_cast<int64_t>(value)) {}
  Dim(const Tensor& value, SourceLocation location = SourceLocation::current());
  template <class T>
    requires std::is_integral_v<T>
  Dim(const Staged<T>& value, SourceLocation location = SourceLocation::current());

  /// The extent, or ag::unknown if it is known only at run time; tensor() then holds it.
  int64_t value() const { return value_; }
  const Tensor& tensor() const { return tensor_; }

 private:
  void hold(const detail::Number& symbol, SourceLocation location);

  int64_t value_ = 0;
  Tensor tensor_;
};

/// A requested shape: {2, n}, a Shape, or a vector.
class AG_API ShapeArg {
 public:
  ShapeArg(std::initializer_list<Dim> dims, SourceLocation location = SourceLocation::current())
      : ShapeArg(std::span<const Dim>(dims.begin(), dims.size()), location) {}
  ShapeArg(std::span<const Dim> dims, SourceLocation location = SourceLocation::current());
  ShapeArg(const Shape& shape, SourceLocation location = SourceLocation::current());
  ShapeArg(const std::vector<int64_t>& dims, SourceLocation location = SourceLocation::current())
      : ShapeArg(Shape(dims), location) {}
  /// A vector in converted code, whose numbers may be symbolic.
  ShapeArg(const std::vector<Staged<int64_t>>& dims, SourceLocation location = SourceLocation::current());

  /// Marks a dimension written as -1 in shape(); reshape computes it.
  static constexpr int64_t kInferred = -2;

  /// The shape, with ag::unknown for each dimension that is known only at run time.
  const Shape& shape() const { return shape_; }
  /// The rank-0 int64 tensors of the unknown dimensions, in order.
  const std::vector<Tensor>& symbolic_dims() const { return symbolic_dims_; }
  SourceLocation location() const { return location_; }

 private:
  Shape shape_;
  std::vector<Tensor> symbolic_dims_;
  SourceLocation location_;
};

/// The axes of a reduction: one, a list, or (by default) all axes. Negative axes count from the end.
class Axes {
 public:
  Axes() = default;
  Axes(int axis) : every_(false), axes_{axis} {}
  Axes(std::initializer_list<int> axes) : every_(false), axes_(axes.begin(), axes.end()) {}
  Axes(const std::vector<int>& axes) : every_(false), axes_(axes.begin(), axes.end()) {}

  bool every() const { return every_; }
  const std::vector<int64_t>& list() const { return axes_; }

 private:
  bool every_ = true;
  std::vector<int64_t> axes_;
};

/// As in sum(x, 0, keepdims): keeps each reduced axis with extent 1.
struct KeepDims {
  bool on = false;
  constexpr KeepDims() = default;
  constexpr explicit KeepDims(bool keep) : on(keep) {}
};
inline constexpr KeepDims keepdims{true};

}  // namespace ag
