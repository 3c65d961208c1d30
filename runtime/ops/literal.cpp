#include "ag/literal.h"

#include <algorithm>
#include <limits>

#include "ag/ops.h"
#include "ops/cast.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"

namespace ag {

namespace {

/// True if an int64 represents the number exactly.
bool fits_int64(const detail::Scalar& value) { return value.dtype != DType::uint64 || value.integer >= 0; }

/// Returns the common dtype of numbers whose own dtypes are a and b. The promotion lattice maps uint64 and a signed
/// type to float32; known integers stay integers.
DType join_literals(DType a, DType b, const std::vector<detail::Scalar>& values, SourceLocation location) {
  const DType joined = promote_types(a, b);
  if (is_floating(a) || is_floating(b) || !is_floating(joined)) return joined;
  const auto negative = [](const detail::Scalar& value) { return value.dtype != DType::uint64 && value.integer < 0; };
  if (std::all_of(values.begin(), values.end(), fits_int64)) return DType::int64;
  if (std::none_of(values.begin(), values.end(), negative)) return DType::uint64;
  throw Error(
      ErrorKind::type_error,
      "tensor: no integer dtype holds both negative numbers and numbers above 9223372036854775807; name the dtype: "
      "tensor({…}, float64)",
      location);
}

}  // namespace

Literal::Literal(detail::Scalar value, DType dtype, SourceLocation location)
    : values_{value}, dtype_(dtype), location_(location) {}

Literal::Literal(std::initializer_list<Literal> elements, SourceLocation location)
    : dtype_(DType::float32), location_(location) {
  shape_.push_back(static_cast<int64_t>(elements.size()));
  if (elements.size() == 0) return;
  const Literal& first = *elements.begin();
  size_t row = 0;
  for (const Literal& element : elements) {
    if (element.shape_ != first.shape_) {
      throw Error(ErrorKind::shape_error,
                  "tensor: element " + std::to_string(row) + " of a list has shape " + element.shape_.str() +
                      " and element 0 has shape " + first.shape_.str() + "; all elements of a list have one shape",
                  location);
    }
    values_.insert(values_.end(), element.values_.begin(), element.values_.end());
    symbols_.insert(symbols_.end(), element.symbols_.begin(), element.symbols_.end());
    symbols_.resize(values_.size());
    ++row;
  }
  for (int64_t dim : first.shape_) shape_.push_back(dim);
  if (std::ranges::none_of(symbols_, &Tensor::defined)) symbols_.clear();
  dtype_ = first.dtype_;
  for (const Literal& element : elements) dtype_ = join_literals(dtype_, element.dtype_, values_, location);
}

Tensor tensor(const Literal& literal) { return tensor(literal, literal.dtype()); }

namespace {

/// Makes a tensor of numbers that are not all known while tracing.
Tensor tensor_of_symbols(const Literal& literal, DType dtype) {
  const SourceLocation location = literal.location();
  std::vector<Tensor> parts;
  for (size_t k = 0; k < literal.values().size(); ++k) {
    const Tensor& symbol = literal.symbols()[k];
    parts.push_back(symbol.defined() ? ops::exact_symbol(symbol, dtype, "tensor", location)
                                     : ops::exact_scalar(literal.values()[k], dtype, "tensor", location));
  }
  if (literal.shape().empty()) return parts.front();
  return reshape(TensorArg(stack(TensorList(parts, location), 0), location), ShapeArg(literal.shape(), location));
}

}  // namespace

Tensor tensor(const Literal& literal, DType dtype) {
  if (!literal.symbols().empty()) return tensor_of_symbols(literal, dtype);
  Tensor result = detail::allocate(dtype, literal.shape());
  std::byte* out = result.impl()->data();
  for (const detail::Scalar& value : literal.values()) {
    const Tensor element = ops::exact_scalar(value, dtype, "tensor", literal.location());
    std::copy_n(element.impl()->data(), item_size(dtype), out);
    out += item_size(dtype);
  }
  return detail::on_default_device(std::move(result), literal.location());
}

namespace detail {

void check_element_count(size_t count, const Shape& shape, SourceLocation location) {
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] < 0) {
      throw Error(ErrorKind::shape_error,
                  "tensor: dimension " + std::to_string(axis) + " is " + std::to_string(shape[axis]) +
                      ", a dimension cannot be negative",
                  location);
    }
  }
  if (shape.element_count() != static_cast<int64_t>(count)) {
    throw Error(ErrorKind::shape_error,
                "tensor: " + std::to_string(count) + " elements do not make an array of shape " + shape.str() +
                    ", which has " + std::to_string(shape.element_count()),
                location);
  }
}

Tensor tensor_of(const void* values, size_t count, DType from, const Shape& shape, DType dtype,
                 SourceLocation location) {
  check_element_count(count, shape, location);
  TensorImpl source;
  source.dtype = from;
  source.shape = shape;
  source.strides = contiguous_strides(shape.dims());
  source.address = static_cast<std::byte*>(const_cast<void*>(values));
  Tensor result = allocate(dtype, shape);
  convert_elements(*result.impl(), source);
  return on_default_device(std::move(result), location);
}

}  // namespace detail

}  // namespace ag
