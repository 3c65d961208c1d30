/// Linear algebra on square matrices, in stacks over the leading axes; and diagonals.
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "kernel/linalg/lu.h"
#include "kernel/linalg/small_inverse.h"
#include "kernel/reduce/accumulate.h"
#include "ops/axes.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

/// Calls f(A()) with the type in which matrices of that dtype are factorized: float for half types.
template <class F>
void visit_compute(DType dtype, F&& f) {
  if (dtype == DType::float64)
    f(double());
  else
    f(float());
}

/// Returns a row-major copy in the type of the computation, broadcast to `shape`.
Tensor working_copy(const Tensor& x, const Shape& shape) {
  const detail::TensorImpl& impl = *x.impl();
  Tensor copy = detail::allocate(impl.dtype == DType::float64 ? DType::float64 : DType::float32, shape);
  const Tensor repeated = detail::make_view(x, shape, detail::broadcast_strides(impl, shape), 0);
  detail::convert_elements(*copy.impl(), *repeated.impl());
  return copy;
}

template <class A>
A* elements(const Tensor& x) {
  return reinterpret_cast<A*>(x.impl()->data());
}

/// Returns the position of matrix `at` in the stack, for messages: "the matrix", "matrix (1, 2)".
std::string matrix_name(const Shape& shape, int64_t at) {
  if (shape.size() <= 2) return "the matrix";
  std::string indices;
  for (size_t axis = shape.size() - 2; axis-- > 0;) {
    indices = std::to_string(at % shape[axis]) + (indices.empty() ? "" : ", ") + indices;
    at /= shape[axis];
  }
  return "matrix (" + indices + ")";
}

int64_t matrix_count(const Shape& shape) {
  int64_t count = 1;
  for (size_t axis = 0; axis + 2 < shape.size(); ++axis) count *= shape[axis];
  return count;
}

[[noreturn]] void fail_singular(const ir::KernelContext& context, const Shape& shape, int64_t at, int64_t pivot) {
  context.fail(ErrorKind::invalid_argument,
               matrix_name(shape, at) + " is singular: elimination finds no pivot for row " + std::to_string(pivot));
}

void run_det(ir::KernelContext& context) {
  const Shape& shape = context.input(0).shape;
  const Tensor factors = working_copy(context.input_tensor(0), shape);
  const int64_t n = shape.back(), count = matrix_count(shape);
  std::vector<int64_t> pivots(static_cast<size_t>(n));
  visit_compute(context.input(0).dtype, [&]<class A>(A) {
    const Tensor results = detail::allocate(factors.impl()->dtype, context.output(0).shape);
    for (int64_t at = 0; at < count; ++at) {
      A* a = elements<A>(factors) + at * n * n;
      int64_t zero = 0;
      A result = static_cast<A>(kernel::lu_factor(a, n, pivots.data(), zero));
      if (result == 0) {
        result = a[zero * n + zero] == 0 || n == 0 ? A(0) : a[zero * n + zero];  // NaN stays
      } else {
        for (int64_t k = 0; k < n; ++k) result *= a[k * n + k];
      }
      elements<A>(results)[at] = result;
    }
    detail::convert_elements(context.output(0), *results.impl());
  });
}

/// Solves a x = b and overwrites the n × columns matrix `b` with x. Both matrices are at position `at` in their stacks.
template <class A>
void solve_one(const ir::KernelContext& context, const Tensor& a, const Tensor& b, int64_t columns, int64_t at,
               std::vector<int64_t>& pivots) {
  const Shape& shape = a.impl()->shape;
  const int64_t n = shape.back();
  A* lu = elements<A>(a) + at * n * n;
  int64_t zero = 0;
  if (kernel::lu_factor(lu, n, pivots.data(), zero) == 0) fail_singular(context, shape, at, zero);
  kernel::lu_solve(lu, n, pivots.data(), elements<A>(b) + at * n * columns, columns);
}

/// Inverts a 2 × 2 matrix. Returns false if elimination is needed, or has to decide that there is no inverse.
template <class A>
bool invert_small(const A* a, A* inverse) {
  const kernel::SmallInverse<A> small(a[0], a[1], a[2], a[3]);
  if (!small.fits()) return false;
  std::ranges::copy(small.elements(), inverse);
  return true;
}

void run_inv(ir::KernelContext& context) {
  const Shape& shape = context.input(0).shape;
  const Tensor a = working_copy(context.input_tensor(0), shape);
  const Tensor x = detail::allocate(a.impl()->dtype, shape);
  const int64_t n = shape.back(), count = matrix_count(shape);
  visit_compute(context.input(0).dtype, [&]<class A>(A) {
    std::vector<int64_t> pivots(static_cast<size_t>(n));
    for (int64_t at = 0; at < count; ++at) {
      A* identity = elements<A>(x) + at * n * n;
      if (n == 2 && invert_small(elements<A>(a) + at * 4, identity)) continue;
      std::fill_n(identity, n * n, A(0));
      for (int64_t k = 0; k < n; ++k) identity[k * (n + 1)] = 1;
      solve_one<A>(context, a, x, n, at, pivots);
    }
  });
  detail::convert_elements(context.output(0), *x.impl());
}

/// True if the elements of a tensor are those of its working copy, in the same order.
bool is_working_copy(const detail::TensorImpl& x, const Shape& shape) {
  return x.shape == shape && item_size(x.dtype) >= sizeof(float) && detail::is_contiguous(x);
}

/// The use of the matrices of a system.
enum class Factors : uint8_t { Overwritten, Read };

/// Broadcasts the operands of a x = b, in the type of the computation. Calls f(A(), a, x, columns, at) for each matrix,
/// where x holds b and becomes the solution.
template <class F>
void solve_each(ir::KernelContext& context, Factors use, F&& f) {
  const detail::TensorImpl &a = context.input(0), &b = context.input(1);
  const Shape& result = context.output(0).shape;
  const bool vector = b.shape.size() == 1;
  const size_t matrix_axes = vector ? 1 : 2;
  const int64_t n = a.shape.back();
  Shape stack(result.dims().first(result.size() - matrix_axes));
  stack.push_back(n);
  stack.push_back(n);
  const bool shares = use == Factors::Read && is_working_copy(a, stack);
  const Tensor factors = shares ? context.input_tensor(0) : working_copy(context.input_tensor(0), stack);
  const Tensor x = working_copy(context.input_tensor(1), result);
  if (result.element_count() != 0) {
    visit_compute(a.dtype, [&]<class A>(A type) {
      for (int64_t at = 0; at < matrix_count(stack); ++at) f(type, factors, x, vector ? 1 : result.back(), at);
    });
  }
  detail::convert_elements(context.output(0), *x.impl());
}

void run_solve(ir::KernelContext& context) {
  std::vector<int64_t> pivots(static_cast<size_t>(context.input(0).shape.back()));
  solve_each(context, Factors::Overwritten,
             [&]<class A>(A, const Tensor& a, const Tensor& x, int64_t columns, int64_t at) {
               solve_one<A>(context, a, x, columns, at, pivots);
             });
}

void run_solve_triangular(ir::KernelContext& context) {
  const bool lower = context.attribute<bool>(0);
  solve_each(context, Factors::Read, [&]<class A>(A, const Tensor& a, const Tensor& x, int64_t columns, int64_t at) {
    const int64_t n = a.impl()->shape.back();
    const A* const factor = elements<A>(a) + at * n * n;
    for (int64_t k = 0; k < n; ++k) {
      if (factor[k * (n + 1)] != 0) continue;
      context.fail(ErrorKind::invalid_argument, matrix_name(a.impl()->shape, at) + " is singular: element " +
                                                    std::to_string(k) + " of its diagonal is 0");
    }
    kernel::triangular_solve(factor, n, lower, elements<A>(x) + at * n * columns, columns);
  });
}

/// The factor is computed directly in the result, except for half types.
void run_cholesky(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  const Shape& shape = x.shape;
  const bool half = item_size(x.dtype) < sizeof(float);
  const Tensor copy = half ? working_copy(context.input_tensor(0), shape) : Tensor();
  if (!half) detail::convert_elements(context.output(0), x);
  std::byte* const factors = half ? copy.impl()->data() : context.output(0).data();
  const int64_t n = shape.back(), count = matrix_count(shape);
  visit_compute(x.dtype, [&]<class A>(A) {
    for (int64_t at = 0; at < count; ++at) {
      int64_t row = 0;
      if (kernel::cholesky_factor(reinterpret_cast<A*>(factors) + at * n * n, n, row)) continue;
      context.fail(ErrorKind::invalid_argument, matrix_name(shape, at) + " is not positive definite: row " +
                                                    std::to_string(row) + " leaves no positive diagonal element");
    }
  });
  if (half) detail::convert_elements(context.output(0), *copy.impl());
}

/// The first row and the first column of diagonal k, and its length.
struct Diagonal {
  int64_t row, column, length;
};

Diagonal diagonal(int64_t rows, int64_t columns, int64_t k) {
  const int64_t row = k < 0 ? -k : 0, column = k > 0 ? k : 0;
  return {row, column, std::max<int64_t>(0, std::min(rows - row, columns - column))};
}

void run_diag(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  detail::TensorImpl& out = context.output(0);
  const int64_t k = context.attribute<int64_t>(0);
  const size_t rank = x.shape.size(), item = item_size(x.dtype);
  const auto copy = [&](int64_t to, int64_t from) {
    const int64_t size = static_cast<int64_t>(item);
    std::memcpy(out.data() + to * size, x.data() + from * size, item);
  };
  if (rank == 1) {
    const int64_t n = out.shape[0];
    std::memset(out.data(), 0, static_cast<size_t>(n * n) * item);
    const Diagonal at = diagonal(n, n, k);
    for (int64_t i = 0; i < at.length; ++i) copy((at.row + i) * n + at.column + i, i * x.strides[0]);
    return;
  }
  const Diagonal at = diagonal(x.shape[rank - 2], x.shape[rank - 1], k);
  const int64_t row = x.strides[rank - 2], column = x.strides[rank - 1];
  const int64_t *dims = x.shape.begin(), *strides = x.strides.data();
  int64_t to = 0;
  detail::for_each_row<1>({dims, rank - 2}, {strides}, [&](const auto& offsets, const auto& inner, int64_t length) {
    for (int64_t m = 0; m < length; ++m) {
      const int64_t first = offsets[0] + m * inner[0] + at.row * row + at.column * column;
      for (int64_t i = 0; i < at.length; ++i) copy(to++, first + i * (row + column));
    }
  });
}

/// Checks that operand `k` is a stack of square matrices, and returns its shape with every extent that is known. The
/// rank must be known.
Shape square_shape(const ir::InferContext& context, size_t k) {
  Shape shape = context.shape(k);
  const size_t rank = shape.size();
  if (rank < 2) context.fail(ErrorKind::shape_error, "takes matrices, at least two axes, and not shape " + shape.str());
  int64_t &rows = shape[rank - 2], &columns = shape[rank - 1];
  if (rows != columns && rows != unknown && columns != unknown) {
    context.fail(ErrorKind::shape_error, "takes square matrices, and not " + std::to_string(rows) + " rows of " +
                                             std::to_string(columns) + " elements");
  }
  rows = columns = rows == unknown ? columns : rows;
  return shape;
}

void infer_square(ir::InferContext& context) {
  context.result(context.dtype(0), context.shape(0).ranked() ? square_shape(context, 0) : Shape::unknown_rank());
}

void infer_det(ir::InferContext& context) {
  if (!context.shape(0).ranked()) return context.result(context.dtype(0), Shape::unknown_rank());
  const Shape shape = square_shape(context, 0);
  context.result(context.dtype(0), Shape(shape.dims().first(shape.size() - 2)));
}

void infer_solve(ir::InferContext& context) {
  const Shape &given = context.shape(0), &b = context.shape(1);
  if (!given.ranked() || !b.ranked()) return context.result(context.dtype(0), Shape::unknown_rank());
  const Shape a = square_shape(context, 0);
  if (b.empty()) context.fail(ErrorKind::shape_error, "the right side is a number, and must be a vector or matrices");
  const bool vector = b.size() == 1;
  const int64_t rows = b[vector ? 0 : b.size() - 2], n = a.back();
  if (rows != n && rows != unknown && n != unknown) {
    context.fail(ErrorKind::shape_error, "the matrices of shape " + a.str() + " have " + std::to_string(n) +
                                             " rows, the right side of shape " + b.str() + " has " +
                                             std::to_string(rows) + "; they must be equal");
  }
  Shape result;
  if (!kernel::broadcast_shapes(Shape(a.dims().first(a.size() - 2)), Shape(b.dims().first(vector ? 0 : b.size() - 2)),
                                result)) {
    context.fail(ErrorKind::shape_error,
                 "the leading axes of shapes " + a.str() + " and " + b.str() + " do not broadcast");
  }
  result.push_back(n == unknown ? rows : n);
  if (!vector) result.push_back(b.back());
  context.result(context.dtype(0), std::move(result));
}

constexpr int64_t kFarthestDiagonal = int64_t{1} << 31;

void infer_diag(ir::InferContext& context) {
  const int64_t rank = known_rank(context, 0), k = context.attribute<int64_t>(0);
  const Shape& shape = context.shape(0);
  if (rank == 0) context.fail(ErrorKind::shape_error, "takes a vector or matrices, and not a number");
  if (k < -kFarthestDiagonal || k > kFarthestDiagonal) {
    context.fail(ErrorKind::out_of_range, "no matrix is large enough to have a diagonal " + std::to_string(k));
  }
  if (rank == 1) {
    const int64_t n = shape[0] == unknown ? unknown : shape[0] + std::abs(k);
    return context.result(context.dtype(0), {n, n});
  }
  Shape result(shape.dims().first(shape.size() - 2));
  const int64_t rows = shape[shape.size() - 2], columns = shape.back();
  result.push_back(rows == unknown || columns == unknown ? unknown : diagonal(rows, columns, k).length);
  context.result(context.dtype(0), std::move(result));
}

using ir::Operands;

}  // namespace

const ir::OpBlock block_cholesky = {
    .operands = Operands::Floating, .infer = &infer_square, .kernel = &run_cholesky, .kind = ir::OpKind::Cholesky};
const ir::OpBlock block_det = {0, Operands::Floating, &infer_det, &run_det};
const ir::OpBlock block_diag = {0, Operands::AsIs, &infer_diag, &run_diag};
const ir::OpBlock block_inv = {
    .operands = Operands::Floating, .infer = &infer_square, .kernel = &run_inv, .kind = ir::OpKind::Inv};
const ir::OpBlock block_solve = {
    .operands = Operands::Floating, .infer = &infer_solve, .kernel = &run_solve, .kind = ir::OpKind::Solve};
const ir::OpBlock block_solve_triangular = {0, Operands::Floating, &infer_solve, &run_solve_triangular};

}  // namespace ag::ops

namespace ag {

namespace {

void check_matrices(const std::string& function, const Shape& shape, SourceLocation location) {
  if (!shape.ranked() || shape.rank() >= 2) return;
  throw Error(ErrorKind::shape_error, function + ": takes matrices, at least two axes, and not shape " + shape.str(),
              location);
}

}  // namespace

Tensor cholesky(const TensorArg& x) { return ops::call(ops::Op::cholesky, {&x}); }

Tensor det(const TensorArg& x) { return ops::call(ops::Op::det, {&x}); }

Tensor diag(const TensorArg& x, int64_t k) { return ops::call(ops::Op::diag, {&x}, {k}); }

Tensor inv(const TensorArg& x) { return ops::call(ops::Op::inv, {&x}); }

Tensor solve(const TensorArg& a, const TensorArg& b) { return ops::call(ops::Op::solve, {&a, &b}); }

Tensor solve_triangular(const TensorArg& a, const TensorArg& b, bool lower) {
  return ops::call(ops::Op::solve_triangular, {&a, &b}, {lower});
}

Tensor lstsq(const TensorArg& a, const TensorArg& b) {
  const SourceLocation location = a.location();
  const Tensor matrix = a.value();
  const Shape& shape = detail::used(matrix, location).shape;
  check_matrices("lstsq", shape, location);
  if (!shape.ranked() || shape[shape.size() - 2] == unknown || shape.back() == unknown) {
    throw Error(
        ErrorKind::unimplemented,
        "lstsq: the method depends on the numbers of rows and columns, which are not known in shape " + shape.str(),
        location, {"give the argument known extents, by an input_signature or by reshape"});
  }
  // The triangular factor of a, or of its transpose if a has more columns than rows.
  const bool wide = shape[shape.size() - 2] < shape.back();
  const auto of = [&](const Tensor& x) { return TensorArg(x, location); };
  const auto [q, r] = qr(of(wide ? transpose(of(matrix)) : matrix));
  if (wide) return matmul(of(q), of(solve_triangular(of(transpose(of(r))), b, true)));
  return solve_triangular(of(r), of(matmul(of(transpose(of(q))), b)), false);
}

Tensor trace(const TensorArg& x) {
  const SourceLocation location = x.location();
  const Tensor operand = x.value();
  const Shape& shape = detail::used(operand, location).shape;
  check_matrices("trace", shape, location);
  return sum(TensorArg(diag(TensorArg(operand, location)), location), -1);
}

}  // namespace ag
