#include "ag/tensor.h"

#include <cstring>

#include "ag/detail/arg.h"
#include "tensor/axis.h"
#include "tensor/convert.h"
#include "tensor/device_array.h"
#include "tensor/impl.h"
#include "tensor/strided.h"

namespace ag {

using detail::TensorImpl;

namespace detail {

namespace {

/// Converts strided elements to contiguous elements of another dtype. Rows are called through a pointer, so that the
/// iteration over rows is not instantiated for each pair of dtypes.
using ConvertRow = void (*)(std::byte* to, const std::byte* from, int64_t stride, int64_t length);

template <class To, class From>
void convert_row(std::byte* to, const std::byte* from, int64_t stride, int64_t length) {
  To* out = reinterpret_cast<To*>(to);
  const From* in = reinterpret_cast<const From*>(from);
  for (int64_t i = 0; i < length; ++i) out[i] = convert<To>(in[i * stride]);
}

ConvertRow row_conversion(DType to, DType from) {
  return visit_dtype(from, [to]<class From>(From) {
    return visit_dtype(to, []<class To>(To) -> ConvertRow { return detail::convert_row<To, From>; });
  });
}

}  // namespace

void convert_elements(TensorImpl& to, const TensorImpl& from) {
  if (&to == &from) return;                     // an operation that overwrites its operand
  if (from.shape.element_count() == 0) return;  // there may be no memory at all
  const size_t item = item_size(from.dtype);
  if (to.dtype == from.dtype && is_contiguous(from)) {
    std::memcpy(to.data(), from.data(), static_cast<size_t>(from.shape.element_count()) * item);
    return;
  }
  const ConvertRow row = row_conversion(to.dtype, from.dtype);
  const size_t written = item_size(to.dtype);
  std::byte* out = to.data();
  for_each_row<1>(from.shape.dims(), {from.strides.data()},
                  [&](const auto& offsets, const auto& strides, int64_t length) {
                    const int64_t bytes = static_cast<int64_t>(item);
                    row(out, from.data() + offsets[0] * bytes, strides[0], length);
                    out += static_cast<size_t>(length) * written;
                  });
}

Scalar read_scalar(const TensorImpl& impl) {
  if (impl.literal) return impl.scalar;
  if (impl.is_on_device()) [[unlikely]]
    return read_scalar(*host_array(impl).impl());
  return visit_dtype(impl.dtype, [&]<class T>(T) {
    const T value = *reinterpret_cast<const T*>(impl.data());
    if constexpr (is_half<T>)
      return scalar_of(static_cast<float>(value));
    else
      return scalar_of(value);
  });
}

Tensor literal_tensor(Scalar value, DType dtype, SourceLocation location) {
  Tensor result = scalar_tensor(value, dtype);
  TensorImpl& impl = *result.impl();
  impl.weak = dtype != DType::boolean;
  impl.literal = true;
  impl.scalar = value;
  impl.place = location;
  return result;
}

}  // namespace detail

Tensor::Tensor(detail::Scalar value, DType dtype, SourceLocation location)
    : Tensor(detail::literal_tensor(value, dtype, location)) {}

DType Tensor::dtype(SourceLocation location) const {
  const detail::TensorImpl& impl = detail::used(*this, location);
  if (impl.is_symbol() && !impl.symbol->unusable.empty() && impl.symbol->trace != 0) [[unlikely]]
    throw Error(ErrorKind::staging_error, impl.symbol->unusable, impl.symbol->location,
                {"it is read at " + location.str()});
  return impl.dtype;
}
Device Tensor::device(SourceLocation location) const {
  return device::device_of(detail::used(*this, location).device_number);
}
int64_t Tensor::ndim(SourceLocation location) const { return detail::used(*this, location).shape.rank(); }
Shape Tensor::shape(SourceLocation location) const { return detail::used(*this, location).shape; }

int64_t Tensor::size(SourceLocation location) const {
  const Shape& shape = detail::used(*this, location).shape;
  const int64_t count = shape.element_count();
  if (count == unknown) {
    throw Error(ErrorKind::staging_error,
                "the size of shape " + shape.str() + " is known only when the graph runs; use ag::size(x), a tensor",
                location);
  }
  return count;
}

int64_t Tensor::shape(int axis, SourceLocation location) const {
  const Shape& shape = detail::used(*this, location).shape;
  const int64_t rank = shape.rank();
  const int64_t at = detail::from_front(axis, rank);
  if (shape.ranked() && (at < 0 || at >= rank)) {
    throw Error(ErrorKind::out_of_range,
                "shape: axis " + std::to_string(axis) + " of a tensor of shape " + shape.str() + " does not exist",
                location);
  }
  if (!shape.ranked() || shape[static_cast<size_t>(at)] == unknown) {
    throw Error(ErrorKind::staging_error,
                "dimension " + std::to_string(axis) + " of shape " + shape.str() +
                    " is known only when the graph runs; use ag::shape(x), a tensor",
                location);
  }
  return shape[static_cast<size_t>(at)];
}

detail::Scalar Tensor::item_scalar(const char* what, SourceLocation location) const {
  const TensorImpl& impl = detail::concrete(*this, what, location);
  if (impl.shape.element_count() != 1) {
    throw Error(ErrorKind::shape_error,
                std::string(what) + ": the tensor has shape " + impl.shape.str() + ", one element is needed", location);
  }
  return detail::read_scalar(impl);
}

bool Tensor::condition(SourceLocation location) const {
  // A conversion has no parameter for the caller's location. A symbol knows its place, usually the condition itself.
  const bool symbol = defined() && this->impl()->is_symbol();
  const TensorImpl& impl =
      detail::concrete(*this, "a host condition", symbol ? this->impl()->symbol->location : location);
  if (impl.shape.element_count() != 1) {
    throw Error(ErrorKind::shape_error,
                "a condition needs one element, the tensor has shape " + impl.shape.str() +
                    "; reduce it with ag::all or ag::any, or combine tensors elementwise with & and |",
                location);
  }
  const detail::Scalar scalar = detail::read_scalar(impl);
  return scalar.dtype == DType::float64 ? scalar.floating != 0 : scalar.integer != 0;
}

void Tensor::copy_to(void* out, DType dtype, SourceLocation location) const {
  const TensorImpl& impl = detail::concrete(*this, "to_vector", location);
  TensorImpl target;
  target.dtype = dtype;
  target.address = static_cast<std::byte*>(out);
  detail::convert_elements(target, *detail::host_array(impl, location).impl());
}

const void* Tensor::contiguous_data(DType dtype, SourceLocation location) const {
  TensorImpl& impl = detail::concrete(*this, "data", location);
  if (impl.dtype != dtype) {
    throw Error(ErrorKind::type_error,
                "data: the elements are " + std::string(name(impl.dtype)) + ", not " + std::string(name(dtype)),
                location);
  }
  const bool is_foreign = impl.is_on_device() && impl.buffer->bytes == 0;  // there is no place to keep a copy
  if (!detail::is_contiguous(impl) || is_foreign) {
    // The elements stay the same, so the change is not observable through other handles.
    Tensor copy = is_foreign ? detail::array_on(detail::host_array(impl, location), impl.device_number, location)
                             : detail::make_contiguous(*this);
    std::swap(impl.strides, copy.impl()->strides);
    std::swap(impl.buffer, copy.impl()->buffer);
    if (impl.buffer) {
      impl.address = impl.buffer->data;
    } else {
      std::memcpy(impl.small, copy.impl()->small, sizeof(impl.small));
      impl.address = impl.small;
    }
  }
  return detail::readable_elements(impl, location);
}

Tensor TensorArg::value() const {
  if (!is_tensor()) {
    Tensor tensor = detail::scalar_tensor(scalar_, literal_dtype_);
    tensor.impl()->weak = literal_dtype_ != DType::boolean;
    tensor.impl()->literal = true;
    tensor.impl()->scalar = scalar_;
    tensor.impl()->place = location_;
    return tensor;
  }
  detail::used(tensor(), location_);
  return tensor();
}

TensorList::TensorList(std::initializer_list<TensorArg> tensors, SourceLocation location) : location_(location) {
  tensors_.reserve(tensors.size());
  for (const TensorArg& tensor : tensors) tensors_.push_back(tensor.value());
}

Dim::Dim(const Tensor& value, SourceLocation location) {
  const TensorImpl& impl = detail::used(value, location);
  if (!is_integer(impl.dtype) || impl.shape.rank() != 0) {
    throw Error(ErrorKind::type_error,
                "a dimension is an integer or a rank-0 integer tensor; this is " + std::string(name(impl.dtype)) +
                    " of shape " + impl.shape.str(),
                location);
  }
  if (impl.is_symbol()) {
    value_ = unknown;
    tensor_ = value;
  } else {
    value_ = value.item<int64_t>(location);
  }
}

namespace {

/// Checks a dimension of the user: -1 becomes kInferred, lower values are an error.
int64_t written_dim(int64_t dim, SourceLocation location) {
  if (dim < -1) {
    throw Error(ErrorKind::shape_error,
                "a dimension cannot be negative, it is " + std::to_string(dim) +
                    "; only reshape takes -1, for one that it computes",
                location);
  }
  return dim == -1 ? ShapeArg::kInferred : dim;
}

}  // namespace

ShapeArg::ShapeArg(std::span<const Dim> dims, SourceLocation location) : location_(location) {
  for (const Dim& dim : dims) {
    const bool symbolic = dim.tensor().defined();
    shape_.push_back(symbolic ? unknown : written_dim(dim.value(), location));
    if (symbolic) symbolic_dims_.push_back(dim.tensor());
  }
}

ShapeArg::ShapeArg(const Shape& shape, SourceLocation location) : shape_(shape), location_(location) {
  for (size_t axis = 0; axis < shape_.size(); ++axis) shape_[axis] = written_dim(shape_[axis], location);
}

}  // namespace ag
