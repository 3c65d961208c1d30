/// Creation of arrays: filled, counted, diagonal.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "ops/cast.h"
#include "ops/define.h"
#include "ops/shape_operands.h"
#include "tensor/convert.h"

namespace ag::ops {

int64_t arange_length(const detail::Scalar& start, const detail::Scalar& stop, const detail::Scalar& step) {
  const auto wide = [](const detail::Scalar& x) {
    return x.dtype == DType::uint64 ? static_cast<__int128>(static_cast<uint64_t>(x.integer))
                                    : static_cast<__int128>(x.integer);
  };
  const auto real = [&](const detail::Scalar& x) {
    return x.dtype == DType::float64 ? x.floating : static_cast<double>(wide(x));
  };
  if (real(step) == 0) return -1;
  if (start.dtype == DType::float64 || stop.dtype == DType::float64 || step.dtype == DType::float64) {
    const double length = std::ceil((real(stop) - real(start)) / real(step));
    return !(length > 0) ? 0 : length > 9e18 ? int64_t{9000000000000000000} : static_cast<int64_t>(length);
  }
  const __int128 span = wide(stop) - wide(start), by = wide(step);
  if ((by > 0) != (span > 0)) return 0;
  const __int128 length = (span + by - (by > 0 ? 1 : -1)) / by;
  return static_cast<int64_t>(length);
}

namespace {

/// std::memset uses wider stores than the processor baseline, so it is faster. Values of equal bytes, above all zero,
/// are filled with it.
template <class T>
void fill(T* to, int64_t count, T value) {
  std::array<unsigned char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  if (count > 0 && std::ranges::count(bytes, bytes[0]) == std::ssize(bytes))
    std::memset(static_cast<void*>(to), bytes[0], static_cast<size_t>(count) * sizeof(T));
  else
    std::fill_n(to, count, value);
}

// ---- full ----

void infer_full(ir::InferContext& context) {
  const Shape& value = context.shape(0);
  if (value.ranked() && !value.empty()) {
    context.fail(ErrorKind::shape_error, "the value has shape " + value.str() + ", one number is needed");
  }
  context.result(context.dtype(0), infer_shape_operands(context, context.attribute<Shape>(0), 1));
}

void run_full(ir::KernelContext& context) {
  const detail::TensorImpl& value = context.input(0);
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1);
  detail::TensorImpl& out = shaped_output(context, 0, value.dtype, shape);
  detail::visit_dtype(value.dtype, [&]<class T>(T) {
    fill(reinterpret_cast<T*>(out.data()), shape.element_count(), *reinterpret_cast<const T*>(value.data()));
  });
}

/// Each element is the value.
kernel::Register scalar_full(kernel::ScalarContext& context) {
  if (context.operands.size() != 1) return ir::kNotScalar;
  return context.builder.emit(kernel::Primitive::Copy, context.dtype, {context.operands[0]});
}

// ---- eye ----

void infer_eye(ir::InferContext& context) {
  const int64_t n = context.attribute<int64_t>(0);
  if (n < 0) context.fail(ErrorKind::shape_error, "n is " + std::to_string(n) + ", a dimension cannot be negative");
  context.result(context.attribute<DType>(1), Shape{n, n});
}

void run_eye(ir::KernelContext& context) {
  const int64_t n = context.attribute<int64_t>(0);
  detail::TensorImpl& out = context.output(0);
  detail::visit_dtype(out.dtype, [&]<class T>(T) {
    T* data = reinterpret_cast<T*>(out.data());
    fill(data, n * n, T());
    for (int64_t i = 0; i < n; ++i) data[i * (n + 1)] = detail::convert<T>(1.0f);
  });
}

// ---- arange ----

constexpr const char* kZeroStep = "the step is 0";

void infer_arange(ir::InferContext& context) {
  for (size_t k = 0; k < 3; ++k) {
    if (context.shape(k).ranked() && !context.shape(k).empty()) {
      context.fail(ErrorKind::shape_error, "start, stop and step are numbers, not arrays");
    }
    if (context.dtype(k) != context.dtype(0)) context.fail(ErrorKind::type_error, "the operands have several dtypes");
  }
  context.result(context.dtype(0), Shape{context.attribute<int64_t>(0)});
}

void run_arange(ir::KernelContext& context) {
  const std::array<detail::Scalar, 3> range{detail::read_scalar(context.input(0)),
                                            detail::read_scalar(context.input(1)),
                                            detail::read_scalar(context.input(2))};
  int64_t length = context.attribute<int64_t>(0);
  if (length == unknown) {
    length = arange_length(range[0], range[1], range[2]);
    if (length < 0) context.fail(ErrorKind::invalid_argument, kZeroStep);
  }
  detail::TensorImpl& out = shaped_output(context, 0, context.input(0).dtype, Shape{length});
  detail::visit_dtype(out.dtype, [&]<class T>(T) {
    T* data = reinterpret_cast<T*>(out.data());
    if constexpr (kernel::is_floating_storage<T>) {
      const double start = range[0].floating, step = range[2].floating;
      for (int64_t i = 0; i < length; ++i) {
        data[i] = detail::convert<T>(static_cast<double>(start + static_cast<double>(i) * step));
      }
    } else {
      uint64_t value = static_cast<uint64_t>(range[0].integer);
      for (int64_t i = 0; i < length; ++i, value += static_cast<uint64_t>(range[2].integer)) {
        data[i] = static_cast<T>(value);
      }
    }
  });
}

/// Reads the number of an operand that is known while tracing. Returns false if it is not known.
bool known_scalar(const TensorArg& x, detail::Scalar& scalar) {
  if (!x.is_tensor()) {
    scalar = x.scalar();
    return true;
  }
  const detail::TensorImpl& impl = detail::used(x.tensor(), x.location());
  if (impl.is_symbol() || !impl.shape.empty()) return false;
  scalar = detail::read_scalar(impl);
  return true;
}

// ---- linspace ----

void infer_linspace(ir::InferContext& context) {
  const int64_t num = context.attribute<int64_t>(2);
  const DType dtype = context.attribute<DType>(3);
  if (num < 0) context.fail(ErrorKind::shape_error, "num is " + std::to_string(num) + ", it cannot be negative");
  if (!is_floating(dtype)) {
    context.fail(ErrorKind::type_error, "dtype is " + std::string(name(dtype)) +
                                            ", a floating dtype is needed; use arange or astype for integers");
  }
  context.result(dtype, Shape{num});
}

void run_linspace(ir::KernelContext& context) {
  const double start = context.attribute<double>(0), stop = context.attribute<double>(1);
  const int64_t num = context.attribute<int64_t>(2);
  const double step = num > 1 ? (stop - start) / static_cast<double>(num - 1) : 0;
  detail::TensorImpl& out = context.output(0);
  detail::visit_dtype(out.dtype, [&]<class T>(T) {
    T* data = reinterpret_cast<T*>(out.data());
    for (int64_t i = 0; i < num; ++i) data[i] = detail::convert<T>(start + static_cast<double>(i) * step);
    if (num > 1) data[num - 1] = detail::convert<T>(stop);
  });
}

// ---- tril, triu ----

void infer_triangle(ir::InferContext& context) {
  if (context.shape(0).ranked() && context.shape(0).size() < 2) {
    context.fail(ErrorKind::shape_error, "a matrix is needed, or a stack of matrices");
  }
  context.result(context.dtype(0), context.shape(0));
}

/// Copies the elements of each row that belong to the triangle, and sets the others to zero.
template <bool kLower>
void run_triangle(ir::KernelContext& context) {
  const Tensor source = detail::make_contiguous(context.input_tensor(0));
  const Shape& shape = source.impl()->shape;
  const int64_t k = context.attribute<int64_t>(0);
  const int64_t rows = shape[shape.size() - 2], columns = shape[shape.size() - 1];
  const int64_t all_rows = columns == 0 ? 0 : shape.element_count() / columns;
  const size_t item = item_size(source.impl()->dtype);
  const std::byte* in = source.impl()->data();
  std::byte* out = context.output(0).data();
  const size_t width = static_cast<size_t>(columns) * item;
  for (int64_t r = 0; r < all_rows; ++r, in += width, out += width) {
    // The first column above the k-th diagonal (lower), or on it (upper).
    const int64_t row = r % rows;
    const int64_t border = k >= columns ? columns : k < -rows ? 0 : row + k + (kLower ? 1 : 0);
    const size_t split = static_cast<size_t>(std::clamp<int64_t>(border, 0, columns)) * item;
    if (kLower) {
      std::memcpy(out, in, split);
      std::memset(out + split, 0, width - split);
    } else {
      std::memset(out, 0, split);
      std::memcpy(out + split, in + split, width - split);
    }
  }
}

// ---- functions ----

Tensor call_full(const ShapeArg& shape, const Tensor& value, SourceLocation location) {
  return call(Op::full, with_dims({value}, shape), {shape.shape()}, location);
}

/// Returns `value` as a rank-0 array of `dtype`.
Tensor fill_value(const TensorArg& value, DType dtype, const char* what) {
  if (!value.is_tensor()) return exact_scalar(value.scalar(), dtype, what, value.location());
  if (value.tensor().defined() && value.tensor().impl()->literal) {
    return exact_scalar(value.tensor().impl()->scalar, dtype, what, value.location());
  }
  if (value.tensor().defined() && value.tensor().impl()->is_symbol()) {
    const Tensor& exact = value.tensor().impl()->symbol->exact;
    if (exact.defined()) return exact_symbol(exact, dtype, what, value.location());
  }
  return astype(value, dtype);
}

/// Returns one value in the shape of x, which may have dimensions that are known only when the graph runs.
Tensor fill_like(const TensorArg& x, const TensorArg& value, const char* what) {
  const Tensor like = x.value();
  const detail::TensorImpl& impl = *like.impl();
  const Tensor fill = fill_value(value, impl.dtype, what);
  if (!impl.shape.ranked()) {
    const Tensor condition = to_boolean(x);
    return where(TensorArg(condition, x.location()), TensorArg(fill, x.location()), TensorArg(fill, x.location()));
  }
  const tracing::OperandDevice here(like);
  std::vector<Tensor> operands{fill};
  for (size_t axis = 0; axis < impl.shape.size(); ++axis) {
    if (impl.shape[axis] != unknown) continue;
    const std::array<Tensor, 1> of{like};
    operands.push_back(call(Op::dim, of, {static_cast<int64_t>(axis)}, x.location()));
  }
  return call(Op::full, operands, {impl.shape}, x.location());
}

constexpr uint32_t kCreation = ir::kSymbolicWhileTracing;

}  // namespace

const ir::OpBlock block_full = {.traits = kCreation,
                                .operands = ir::Operands::AsIs,
                                .infer = &infer_full,
                                .kernel = &run_full,
                                .scalar = &scalar_full};
const ir::OpBlock block_eye = {kCreation, ir::Operands::AsIs, &infer_eye, &run_eye};
const ir::OpBlock block_arange = {kCreation, ir::Operands::Arithmetic, &infer_arange, &run_arange};
const ir::OpBlock block_linspace = {kCreation, ir::Operands::AsIs, &infer_linspace, &run_linspace};
const ir::OpBlock block_tril = {0, ir::Operands::AsIs, &infer_triangle, &run_triangle<true>};
const ir::OpBlock block_triu = {0, ir::Operands::AsIs, &infer_triangle, &run_triangle<false>};

}  // namespace ag::ops

namespace ag {

Tensor full(const ShapeArg& shape, const TensorArg& value, DType dtype) {
  return ops::call_full(shape, ops::fill_value(value, dtype, "full"), shape.location());
}

Tensor full(const ShapeArg& shape, const TensorArg& value) {
  return ops::call_full(shape, value.value(), shape.location());
}

Tensor zeros(const ShapeArg& shape, DType dtype) {
  return ops::call_full(shape, detail::scalar_tensor(detail::scalar_of(0), dtype), shape.location());
}

Tensor ones(const ShapeArg& shape, DType dtype) {
  return ops::call_full(shape, detail::scalar_tensor(detail::scalar_of(1), dtype), shape.location());
}

Tensor zeros_like(const TensorArg& x) { return ops::fill_like(x, TensorArg(0, x.location()), "zeros_like"); }
Tensor ones_like(const TensorArg& x) { return ops::fill_like(x, TensorArg(1, x.location()), "ones_like"); }
Tensor full_like(const TensorArg& x, const TensorArg& value) { return ops::fill_like(x, value, "full_like"); }

Tensor eye(int64_t n, DType dtype, SourceLocation location) {
  return ops::call(ops::Op::eye, std::span<const Tensor>(), {n, dtype}, location);
}

Tensor arange(const TensorArg& start, const TensorArg& stop, const TensorArg& step) {
  detail::Scalar first, last, by;
  int64_t length = unknown;
  if (ops::known_scalar(start, first) && ops::known_scalar(stop, last) && ops::known_scalar(step, by)) {
    length = ops::arange_length(first, last, by);
    if (length < 0) {
      throw Error(ErrorKind::invalid_argument, std::string("arange: ") + ops::kZeroStep, stop.location());
    }
  }
  return ops::call(ops::Op::arange, {&start, &stop, &step}, {length}, stop.location());
}

Tensor arange(const TensorArg& stop) {
  return arange(TensorArg(0, stop.location()), stop, TensorArg(1, stop.location()));
}

Tensor linspace(double start, double stop, int64_t num, DType dtype, SourceLocation location) {
  return ops::call(ops::Op::linspace, std::span<const Tensor>(), {start, stop, num, dtype}, location);
}

Tensor tril(const TensorArg& x, int64_t k) { return ops::call(ops::Op::tril, {&x}, {k}); }
Tensor triu(const TensorArg& x, int64_t k) { return ops::call(ops::Op::triu, {&x}, {k}); }

std::vector<Tensor> meshgrid(const TensorList& xs) {
  const SourceLocation location = xs.location();
  const size_t rank = xs.tensors().size();
  // The shape of the grid; dimensions that are known only when the graph runs are operands.
  Shape shape;
  std::vector<Tensor> dims;
  for (size_t k = 0; k < rank; ++k) {
    const detail::TensorImpl& impl = detail::used(xs.tensors()[k], location);
    if (!impl.shape.ranked() || impl.shape.size() != 1) {
      throw Error(ErrorKind::shape_error,
                  "meshgrid: operand " + std::to_string(k) + " has shape " + impl.shape.str() + ", a vector is needed",
                  location);
    }
    shape.push_back(impl.shape[0]);
    if (impl.shape[0] == unknown) {
      const std::array<Tensor, 1> of{xs.tensors()[k]};
      dims.push_back(ops::call(ops::Op::dim, of, {int64_t{0}}, location));
    }
  }
  std::vector<Tensor> grids;
  for (size_t k = 0; k < rank; ++k) {
    Tensor grid = xs.tensors()[k];
    for (size_t axis = 0; axis < rank; ++axis) {
      if (axis != k) grid = expand_dims(TensorArg(grid, location), static_cast<int>(axis));
    }
    std::vector<Tensor> operands{grid};
    operands.insert(operands.end(), dims.begin(), dims.end());
    grids.push_back(ops::call(ops::Op::broadcast_to, operands, {shape}, location));
  }
  return grids;
}

}  // namespace ag
