/// Matrix products. The order of operations is specified in kernel/matmul/matmul.h.
#include "kernel/matmul/matmul.h"

#include <algorithm>
#include <array>
#include <memory>

#include "base/thread_pool.h"
#include "kernel/matmul/matmul_parts.h"
#include "kernel/matmul/matmul_sizes.h"
#include "kernel/reduce/accumulate.h"
#include "ops/axes.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

/// An operand as a stack of matrices: a vector is a row on the left, a column on the right.
struct Operand {
  Shape batch;  // leading axes
  detail::Strides batch_strides;
  int64_t rows = 1, columns = 1;
  int64_t row_stride = 0, column_stride = 0;
};

Operand operand_of(const detail::TensorImpl& x, bool left) {
  Operand operand;
  const size_t rank = x.shape.size();
  for (size_t axis = 0; axis + 2 < rank; ++axis) {
    operand.batch.push_back(x.shape[axis]);
    operand.batch_strides.push_back(x.strides[axis]);
  }
  if (rank >= 2) {
    operand.rows = x.shape[rank - 2];
    operand.row_stride = x.strides[rank - 2];
  }
  if (rank >= 2 || left) {
    operand.columns = x.shape[rank - 1];
    operand.column_stride = x.strides[rank - 1];
  } else {
    operand.rows = x.shape[0];
    operand.row_stride = x.strides[0];
  }
  return operand;
}

/// Returns the strides of leading axes that are broadcast to `to`.
detail::Strides batch_strides(const Operand& operand, const Shape& to) {
  detail::Strides strides(to.size(), 0);
  const size_t lead = to.size() - operand.batch.size();
  for (size_t axis = 0; axis < operand.batch.size(); ++axis) {
    strides[lead + axis] = operand.batch[axis] == 1 ? 0 : operand.batch_strides[axis];
  }
  return strides;
}

/// Makes the last leading axes, as far as all of their matrices are multiplied with the same one, rows of the first
/// operand: one larger product reads that matrix once. The strides of both operands are by the axes of `batch`.
void collapse_shared_axes(Operand& left, Shape& batch, detail::Strides& left_strides, detail::Strides& right_strides) {
  size_t axes = batch.size();
  for (; axes > 0; --axes) {
    const int64_t extent = batch[axes - 1], stride = left_strides[axes - 1];
    if (extent == 1) continue;
    const bool is_even = left.rows == 1 || stride == left.rows * left.row_stride;
    if (!is_even || right_strides[axes - 1] != 0) break;
    if (left.rows == 1) left.row_stride = stride;
    left.rows *= extent;
  }
  batch = Shape(batch.dims().first(axes));
  left_strides = detail::Strides(std::span<const int64_t>(left_strides).first(axes));
  right_strides = detail::Strides(std::span<const int64_t>(right_strides).first(axes));
}

/// The pairs of matrices that are multiplied.
template <class T>
struct BatchedOperands {
  const Shape& batch;
  const detail::Strides &a_strides, &b_strides;
  const T *a, *b;
};

/// Scratch memory of a product.
template <class T>
class Scratch {
 public:
  explicit Scratch(int64_t size) {
    if (size > kOnStack) large_.reset(new T[static_cast<size_t>(size)]);
  }
  T* data() { return large_ ? large_.get() : small_; }

 private:
  static constexpr int64_t kOnStack = 1024;
  alignas(64) T small_[kOnStack];
  std::unique_ptr<T[]> large_;
};

template <class T>
void multiply_here(const BatchedOperands<T>& matrices, kernel::Matmul<T> product) {
  Scratch<T> scratch(kernel::scratch_size(product));
  product.scratch = scratch.data();
  detail::for_each_row<2>(matrices.batch.dims(), {matrices.a_strides.data(), matrices.b_strides.data()},
                          [&](const auto& offsets, const auto& strides, int64_t length) {
                            for (int64_t i = 0; i < length; ++i) {
                              product.a = matrices.a + offsets[0] + i * strides[0];
                              product.b = matrices.b + offsets[1] + i * strides[1];
                              kernel::matmul(product);
                              product.c += product.m * product.n;
                            }
                          });
}

/// Estimates the time on one thread, in nanoseconds.
template <class T>
int64_t time_of(const kernel::Matmul<T>& product, int64_t matrices) {
  const double products = static_cast<double>(product.m) * static_cast<double>(product.n) *
                          static_cast<double>(product.k) * static_cast<double>(matrices);
  return kernel::product_nanoseconds(products, sizeof(T), detail::machine());
}

/// Returns the product of the first pair of these matrices, with a row-major result.
template <class T>
kernel::Matmul<T> product_of(const Operand& left, const T* a, const Operand& right, const T* b, T* out) {
  return {left.rows, right.columns,    left.columns,        a,   left.row_stride, left.column_stride,
          b,         right.row_stride, right.column_stride, out, right.columns,   nullptr};
}

/// Threads share the matrices, or blocks of them if there are few.
template <class T>
void multiply_in_parts(const BatchedOperands<T>& matrices, const kernel::Matmul<T>& product, int64_t nanoseconds) {
  const int64_t count = matrices.batch.element_count(), threads = detail::thread_limit();
  const kernel::MatmulParts parts(product.m, product.n, (threads + count - 1) / count);
  if (threads == 1 || count * parts.count() == 1) return multiply_here(matrices, product);
  constexpr int64_t kRangesOfThread = 4;
  const int64_t all = count * parts.count(), chunk = std::max<int64_t>(all / (threads * kRangesOfThread), 1);
  int64_t scratch_size = 0;
  for (int64_t k = 0; k < parts.count(); ++k) {
    scratch_size = std::max(scratch_size, kernel::scratch_size(parts.part(product, k)));
  }
  detail::for_ranges(all, chunk, nanoseconds, [&](int64_t begin, int64_t end) {
    Scratch<T> scratch(scratch_size);
    for (int64_t number = begin; number < end; ++number) {
      const int64_t matrix = number / parts.count();
      kernel::Matmul<T> one = product;
      one.scratch = scratch.data();
      one.a = matrices.a + detail::offset_of(matrix, matrices.batch.dims(), matrices.a_strides);
      one.b = matrices.b + detail::offset_of(matrix, matrices.batch.dims(), matrices.b_strides);
      one.c += matrix * product.m * product.n;
      kernel::matmul(parts.part(one, number % parts.count()));
    }
  });
}

/// True if the second operand is the transpose of the first, and so large that half of the result is worth a copy. The
/// result is symmetric, to the bit, since the products of an element and their order are those of its mirror image.
template <class T>
bool is_worth_mirroring(const kernel::Matmul<T>& product) {
  constexpr int64_t kMinRows = 192;
  return product.n >= kMinRows && product.a == product.b && product.m == product.n &&
         product.a_row == product.b_column && product.a_column == product.b_row;
}

/// Computes a symmetric product: the blocks of rows up to the diagonal, and from them the elements above it.
template <class T>
void multiply_symmetric(const kernel::Matmul<T>& product) {
  constexpr int64_t kRows = 128;
  const int64_t n = product.n, parts = (n + kRows - 1) / kRows;
  const auto part_of = [&](int64_t number) {
    kernel::Matmul<T> part = product;
    const int64_t first = number * kRows;
    part.m = std::min(kRows, n - first);
    part.n = first + part.m;
    part.a += first * part.a_row;
    part.c += first * n;
    return part;
  };
  int64_t scratch_size = 0;
  for (int64_t k = 0; k < parts; ++k) scratch_size = std::max(scratch_size, kernel::scratch_size(part_of(k)));
  detail::for_ranges(parts, 1, time_of(product, 1) / 2, [&](int64_t begin, int64_t end) {
    Scratch<T> scratch(scratch_size);
    for (int64_t k = begin; k < end; ++k) {
      kernel::Matmul<T> part = part_of(k);
      part.scratch = scratch.data();
      kernel::matmul(part);
    }
  });
  constexpr int64_t kTile = 32;  // rows and columns that are transposed at once
  for (int64_t row = 0; row < n; row += kTile) {
    for (int64_t column = 0; column <= row; column += kTile) {
      for (int64_t i = row; i < std::min(row + kTile, n); ++i) {
        for (int64_t j = column; j < std::min(column + kTile, i); ++j) product.c[j * n + i] = product.c[i * n + j];
      }
    }
  }
}

/// Multiplies operands that are stored as T; the result is row-major.
template <class T>
void multiply(const detail::TensorImpl& a, const detail::TensorImpl& b, T* out, bool empty) {
  if (empty) return;
  Operand left = operand_of(a, true);
  const Operand right = operand_of(b, false);
  if (left.batch.empty() && right.batch.empty()) {
    kernel::Matmul<T> product =
        product_of(left, reinterpret_cast<const T*>(a.data()), right, reinterpret_cast<const T*>(b.data()), out);
    if (product.k > 0 && !is_worth_mirroring(product) &&
        time_of(product, 1) < detail::worth_sharing(detail::machine())) {
      Scratch<T> scratch(kernel::scratch_size(product));
      product.scratch = scratch.data();
      return kernel::matmul(product);
    }
  }
  Shape batch;
  kernel::broadcast_shapes(left.batch, right.batch, batch);
  detail::Strides a_strides = batch_strides(left, batch), b_strides = batch_strides(right, batch);
  const kernel::Order order = kernel::order_of(left.rows, right.columns, left.columns);
  collapse_shared_axes(left, batch, a_strides, b_strides);
  kernel::Matmul<T> product = product_of<T>(left, nullptr, right, nullptr, out);
  product.order = order;
  if (product.k == 0) {
    std::fill_n(out, batch.element_count() * product.m * product.n, T(0));
    return;
  }
  const auto* const a_elements = reinterpret_cast<const T*>(a.data());
  const auto* const b_elements = reinterpret_cast<const T*>(b.data());
  if (batch.empty()) {
    product.a = a_elements;
    product.b = b_elements;
    if (is_worth_mirroring(product)) return multiply_symmetric(product);
  }
  const BatchedOperands<T> matrices{batch, a_strides, b_strides, a_elements, b_elements};
  if (const int64_t nanoseconds = time_of(product, batch.element_count());
      nanoseconds >= detail::worth_sharing(detail::machine()))
    multiply_in_parts(matrices, product, nanoseconds);
  else
    multiply_here(matrices, product);
}

/// The dtype of products. Integers are computed as unsigned, whose low bits are the result.
DType product_dtype(DType dtype) {
  switch (dtype) {
    case DType::float16:
    case DType::bfloat16:
      return DType::float32;
    case DType::int8:
    case DType::int16:
    case DType::uint8:
    case DType::uint16:
      return DType::uint32;
    default:
      return dtype;
  }
}

Tensor converted(const Tensor& x, DType dtype) {
  if (x.impl()->dtype == dtype) return x;
  Tensor copy = detail::allocate(dtype, x.impl()->shape);
  detail::convert_elements(*copy.impl(), *x.impl());
  return copy;
}

void run_matmul(ir::KernelContext& context) {
  detail::TensorImpl& output = context.output(0);
  const DType dtype = product_dtype(output.dtype);
  const Tensor a = converted(context.input_tensor(0), dtype), b = converted(context.input_tensor(1), dtype);
  const bool direct = dtype == output.dtype;
  const Tensor result = direct ? Tensor() : detail::allocate(dtype, output.shape);
  std::byte* out = direct ? output.data() : result.impl()->data();
  const bool empty = output.shape.element_count() == 0;
  switch (dtype) {
    case DType::float32:
      multiply(*a.impl(), *b.impl(), reinterpret_cast<float*>(out), empty);
      break;
    case DType::float64:
      multiply(*a.impl(), *b.impl(), reinterpret_cast<double*>(out), empty);
      break;
    case DType::int64:
    case DType::uint64:
      multiply(*a.impl(), *b.impl(), reinterpret_cast<uint64_t*>(out), empty);
      break;
    default:
      multiply(*a.impl(), *b.impl(), reinterpret_cast<uint32_t*>(out), empty);
  }
  if (!direct) detail::convert_elements(output, *result.impl());
}

void infer_matmul(ir::InferContext& context) {
  const Shape &a = context.shape(0), &b = context.shape(1);
  for (size_t k = 0; k < 2; ++k) {
    if (context.shape(k).ranked() && context.shape(k).empty()) {
      context.fail(ErrorKind::shape_error, "both operands need an axis; numbers are multiplied with *");
    }
  }
  if (!a.ranked() || !b.ranked()) return context.result(context.dtype(0), Shape::unknown_rank());
  const int64_t inner_a = a.back(), inner_b = b[b.size() < 2 ? 0 : b.size() - 2];
  if (inner_a != inner_b && inner_a != unknown && inner_b != unknown) {
    context.fail(ErrorKind::shape_error, "the last axis of a " + a.str() + " has " + std::to_string(inner_a) +
                                             " elements, the " + (b.size() < 2 ? "" : "second last ") + "axis of b " +
                                             b.str() + " has " + std::to_string(inner_b) + "; they must be equal");
  }
  const auto leading = [](const Shape& shape) {
    return Shape(shape.dims().first(shape.size() < 2 ? 0 : shape.size() - 2));
  };
  Shape result;
  if (!kernel::broadcast_shapes(leading(a), leading(b), result)) {
    context.fail(ErrorKind::shape_error,
                 "the leading axes of a " + a.str() + " and of b " + b.str() + " do not broadcast");
  }
  if (a.size() >= 2) result.push_back(a[a.size() - 2]);
  if (b.size() >= 2) result.push_back(b.back());
  context.result(context.dtype(0), std::move(result));
}

/// Computes a few rows of the product at a time, and adds them to those of `c` while they are in the first-level cache.
template <class T>
void add_product(const kernel::Matmul<T>& product, T factor, bool subtract) {
  constexpr int64_t kStripElements = 4096 / sizeof(T), kWholeRows = 32, kMinRows = 2 * kWholeRows;
  const int64_t fitting = kStripElements / std::max<int64_t>(product.n, 1) / kWholeRows * kWholeRows;
  const int64_t rows = std::min(product.m, std::max(fitting, kMinRows));
  const std::unique_ptr<T[]> strip(new T[static_cast<size_t>(rows * product.n)]);
  kernel::Matmul<T> part = product;
  part.c = strip.get();
  part.m = product.m % rows;  // of the last rows, if there are fewer
  const int64_t last = part.m == 0 ? 0 : kernel::scratch_size(part);
  part.m = rows;
  Scratch<T> scratch(std::max(kernel::scratch_size(part), last));
  part.scratch = scratch.data();
  for (int64_t row = 0; row < product.m; row += rows) {
    part.m = std::min(rows, product.m - row);
    part.a = product.a + row * product.a_row;
    if (product.k > 0)
      kernel::matmul(part);
    else
      std::fill_n(part.c, part.m * part.n, T(0));
    T* const to = product.c + row * product.n;
    const int64_t count = part.m * product.n;
    if (subtract) {
      for (int64_t k = 0; k < count; ++k) to[k] = to[k] - factor * strip[k];
    } else {
      for (int64_t k = 0; k < count; ++k) to[k] = to[k] + factor * strip[k];
    }
  }
}

template <class T>
void run_addmm_of(ir::KernelContext& context) {
  const detail::TensorImpl &a = context.input(2), &b = context.input(3);
  detail::TensorImpl& out = context.output(0);
  const T factor = *reinterpret_cast<const T*>(context.input(1).data());
  detail::convert_elements(out, context.input(0));
  if (out.shape.element_count() == 0) return;
  const Operand left = operand_of(a, true), right = operand_of(b, false);
  T* const to = reinterpret_cast<T*>(out.data());
  add_product(product_of(left, reinterpret_cast<const T*>(a.data()), right, reinterpret_cast<const T*>(b.data()), to),
              factor, context.attribute<bool>(0));
}

void run_addmm(ir::KernelContext& context) {
  if (context.output(0).dtype == DType::float32)
    run_addmm_of<float>(context);
  else
    run_addmm_of<double>(context);
}

void infer_addmm(ir::InferContext& context) {
  const DType dtype = context.dtype(0);
  for (size_t k = 0; k < 4; ++k) {
    if (context.dtype(k) != dtype || (dtype != DType::float32 && dtype != DType::float64))
      context.fail(ErrorKind::type_error, "all operands must be float32, or all float64");
    if (context.shape(k).ranked() && context.shape(k).size() != (k == 1 ? 0 : 2))
      context.fail(ErrorKind::shape_error, "all operands but the factor must be matrices, and that a number");
  }
  const Shape &x = context.shape(0), &a = context.shape(2), &b = context.shape(3);
  const auto differ = [](int64_t one, int64_t other) { return one != unknown && other != unknown && one != other; };
  if (a.ranked() && b.ranked() && differ(a[1], b[0]))
    context.fail(ErrorKind::shape_error, "a must have as many columns as b has rows");
  if (x.ranked() && ((a.ranked() && differ(x[0], a[0])) || (b.ranked() && differ(x[1], b[1]))))
    context.fail(ErrorKind::shape_error, "x must have the rows of a, and the columns of b");
  context.result(dtype, x);
}

}  // namespace

const ir::OpBlock block_addmm = {ir::kOverwritesFirst, ir::Operands::AsIs, &infer_addmm, &run_addmm};
const ir::OpBlock block_matmul = {
    .operands = ir::Operands::Arithmetic, .infer = &infer_matmul, .kernel = &run_matmul, .kind = ir::OpKind::Matmul};

namespace {

const Shape& shape_of(const Tensor& x, const char* name, SourceLocation location) {
  const Shape& shape = detail::used(x, location).shape;
  if (!shape.ranked()) {
    throw Error(ErrorKind::shape_error,
                ::std::string(name) +
                    ": the number of axes of the operands must be known here; give it with an input signature or a "
                    "reshape",
                location);
  }
  return shape;
}

/// Returns the number of elements in the axes of `x` from `from` to `to` (not included): a node of the graph if it is
/// known only when the graph runs.
Dim extent(const Tensor& x, size_t from, size_t to, SourceLocation location) {
  int64_t known = 1;
  Tensor count;
  for (size_t axis = from; axis < to; ++axis) {
    const int64_t dim = x.impl()->shape[axis];
    if (dim != unknown) {
      known *= dim;
      continue;
    }
    const TensorArg operand(x, location);
    const Tensor length = call(Op::dim, {&operand}, {static_cast<int64_t>(axis)}, location);
    count = count.defined() ? ag::multiply(TensorArg(count, location), TensorArg(length, location)) : length;
  }
  if (!count.defined()) return known;
  return Dim(known == 1 ? count : ag::multiply(TensorArg(count, location), known), location);
}

Tensor reshape_to(const Tensor& x, const std::vector<Dim>& dims, SourceLocation location) {
  Shape shape;
  std::vector<Tensor> operands{x};
  for (const Dim& dim : dims) {
    shape.push_back(dim.value());
    if (dim.tensor().defined()) operands.push_back(dim.tensor());
  }
  return call(Op::reshape, operands, {shape}, location);
}

}  // namespace

}  // namespace ag::ops

namespace ag {

Tensor matmul(const TensorArg& a, const TensorArg& b) { return ops::call(ops::Op::matmul, {&a, &b}); }

Tensor outer(const TensorArg& a, const TensorArg& b) {
  const SourceLocation location = a.location();
  const Tensor left = a.value(), right = b.value();
  const Shape &x = ops::shape_of(left, "outer", location), &y = ops::shape_of(right, "outer", location);
  if (x.rank() != 1 || y.rank() != 1) {
    throw Error(ErrorKind::shape_error,
                "outer: takes two vectors, and not operands of shapes " + x.str() + " and " + y.str(), location);
  }
  return multiply(TensorArg(expand_dims(TensorArg(left, location), 1), location), TensorArg(right, b.location()));
}

Tensor tensordot(const TensorArg& a, const TensorArg& b, int axes) {
  const SourceLocation location = a.location();
  const Tensor left = a.value(), right = b.value();
  const Shape &x = ops::shape_of(left, "tensordot", location), &y = ops::shape_of(right, "tensordot", location);
  const std::string shapes = "of shapes " + x.str() + " and " + y.str();
  if (axes < 0 || axes > x.rank() || axes > y.rank()) {
    throw Error(ErrorKind::out_of_range,
                "tensordot: the operands " + shapes + " do not have " + std::to_string(axes) + " axes to sum over",
                location);
  }
  const size_t sums = static_cast<size_t>(axes), kept = x.size() - sums;
  bool known = true;
  for (size_t axis = 0; axis < sums; ++axis) {
    const int64_t p = x[kept + axis], q = y[axis];
    if (p != q && p != unknown && q != unknown) {
      throw Error(ErrorKind::shape_error,
                  "tensordot: axis " + std::to_string(kept + axis) + " of a has " + std::to_string(p) +
                      " elements, axis " + std::to_string(axis) + " of b has " + std::to_string(q) +
                      "; the operands are " + shapes,
                  location);
    }
    known = known && p != unknown;
  }
  const Dim count = known ? ops::extent(left, kept, x.size(), location) : ops::extent(right, 0, sums, location);
  const Tensor m = ops::reshape_to(left, {ops::extent(left, 0, kept, location), count}, location);
  const Tensor n = ops::reshape_to(right, {count, ops::extent(right, sums, y.size(), location)}, location);
  const Tensor flat = matmul(TensorArg(m, location), TensorArg(n, location));
  if (kept == 1 && y.size() == sums + 1) return flat;
  std::vector<Dim> dims;
  for (size_t axis = 0; axis < kept; ++axis) dims.push_back(ops::extent(left, axis, axis + 1, location));
  for (size_t axis = sums; axis < y.size(); ++axis) dims.push_back(ops::extent(right, axis, axis + 1, location));
  return ops::reshape_to(flat, dims, location);
}

Tensor vecdot(const TensorArg& a, const TensorArg& b, int axis) {
  const SourceLocation location = a.location();
  const ops::CommonType common = ops::common_type(std::array<const TensorArg*, 2>{&a, &b});
  const DType dtype = common.dtype == DType::boolean ? DType::int32 : common.dtype;
  const ir::OpDef& cast = ops::def(ops::Op::astype);
  const DType compute = is_floating(dtype) && item_size(dtype) == 2 ? DType::float32 : dtype;
  const Tensor left = ops::as(a, compute, cast, location), right = ops::as(b, compute, cast, b.location());
  const Tensor products = multiply(TensorArg(left, location), TensorArg(right, b.location()));
  return ops::as(TensorArg(sum(TensorArg(products, location), axis), location), dtype, cast, location);
}

}  // namespace ag
