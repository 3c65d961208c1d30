/// Decompositions of matrices, in stacks over the leading axes: qr, eigh, svd. Computed in double for every dtype.
#include "kernel/linalg/decompositions.h"

#include <algorithm>
#include <vector>

#include "ops/axes.h"
#include "ops/dense.h"

namespace ag::ops {

namespace {

/// The rows and columns of the matrices in a stack, or `unknown`, and the shape of the stack: the leading axes.
struct Matrices {
  Shape stack;
  int64_t rows, columns;

  /// min(rows, columns).
  int64_t lesser() const {
    if (rows == 0 || columns == 0) return 0;
    return rows == unknown || columns == unknown ? unknown : std::min(rows, columns);
  }
  Shape shape(int64_t m) const { return with({m}); }
  Shape shape(int64_t m, int64_t n) const { return with({m, n}); }

 private:
  Shape with(std::initializer_list<int64_t> dims) const {
    Shape result = stack;
    for (int64_t dim : dims) result.push_back(dim);
    return result;
  }
};

template <class Context>
Matrices matrices_of(const Context& context, const Shape& shape) {
  if (shape.size() < 2) {
    context.fail(ErrorKind::shape_error, "takes matrices, at least two axes, and not shape " + shape.str());
  }
  return {Shape(shape.dims().first(shape.size() - 2)), shape[shape.size() - 2], shape.back()};
}

/// If the rank of the operand is unknown, makes the rank of every result unknown and returns false.
bool has_rank(ir::InferContext& context, size_t results) {
  if (context.shape(0).ranked()) return true;
  for (size_t k = 0; k < results; ++k) context.result(context.dtype(0), Shape::unknown_rank());
  return false;
}

double* doubles(const Tensor& x) { return reinterpret_cast<double*>(x.impl()->data()); }
double* doubles(const ComputedResult& x) { return reinterpret_cast<double*>(x.data()); }

/// Returns a copy in double that may be overwritten.
Tensor scratch_copy(const Tensor& x) {
  Tensor copy = dense(x, DType::float64);
  detail::make_unique(copy);
  return copy;
}

void infer_qr(ir::InferContext& context) {
  if (!has_rank(context, 2)) return;
  const Matrices x = matrices_of(context, context.shape(0));
  const int64_t width = context.attribute<bool>(0) ? x.rows : x.lesser();
  context.result(context.dtype(0), x.shape(x.rows, width));
  context.result(context.dtype(0), x.shape(width, x.columns));
}

void run_qr(ir::KernelContext& context) {
  const Tensor a = scratch_copy(context.input_tensor(0));
  const Matrices x = matrices_of(context, a.impl()->shape);
  const int64_t width = context.attribute<bool>(0) ? x.rows : x.lesser();
  const ComputedResult q(context, 0, DType::float64), r(context, 1, DType::float64);
  for (int64_t at = 0; at < x.stack.element_count(); ++at) {
    double* matrix = doubles(a) + at * x.rows * x.columns;
    kernel::qr_factor(matrix, x.rows, x.columns, doubles(q) + at * x.rows * width, width);
    std::copy_n(matrix, width * x.columns, doubles(r) + at * width * x.columns);
  }
  q.store();
  r.store();
}

void infer_eigh(ir::InferContext& context) {
  if (!has_rank(context, 2)) return;
  const Matrices x = matrices_of(context, context.shape(0));
  if (x.rows != x.columns && x.rows != unknown && x.columns != unknown) {
    context.fail(ErrorKind::shape_error, "takes square matrices, and not " + std::to_string(x.rows) + " rows of " +
                                             std::to_string(x.columns) + " elements");
  }
  const int64_t n = x.rows == unknown ? x.columns : x.rows;
  context.result(context.dtype(0), x.shape(n));
  context.result(context.dtype(0), x.shape(n, n));
}

void run_eigh(ir::KernelContext& context) {
  const Tensor a = scratch_copy(context.input_tensor(0));
  const Matrices x = matrices_of(context, a.impl()->shape);
  const ComputedResult values(context, 0, DType::float64), vectors(context, 1, DType::float64);
  const int64_t n = x.rows;
  for (int64_t at = 0; at < x.stack.element_count(); ++at) {
    kernel::symmetric_eigen(doubles(a) + at * n * n, n, doubles(values) + at * n, doubles(vectors) + at * n * n);
  }
  values.store();
  vectors.store();
}

void infer_svd(ir::InferContext& context) {
  if (!has_rank(context, 3)) return;
  const Matrices x = matrices_of(context, context.shape(0));
  const bool full = context.attribute<bool>(0);
  context.result(context.dtype(0), x.shape(x.rows, full ? x.rows : x.lesser()));
  context.result(context.dtype(0), x.shape(x.lesser()));
  context.result(context.dtype(0), x.shape(full ? x.columns : x.lesser(), x.columns));
}

void run_svd(ir::KernelContext& context) {
  const Tensor a = dense(context.input_tensor(0), DType::float64);
  const Matrices x = matrices_of(context, a.impl()->shape);
  const bool full = context.attribute<bool>(0);
  const int64_t count = x.lesser(), width = full ? x.rows : count, height = full ? x.columns : count;
  const ComputedResult u(context, 0, DType::float64), s(context, 1, DType::float64), vt(context, 2, DType::float64);
  for (int64_t at = 0; at < x.stack.element_count(); ++at) {
    kernel::singular_values(doubles(a) + at * x.rows * x.columns, x.rows, x.columns, doubles(s) + at * count,
                            doubles(u) + at * x.rows * width, width, doubles(vt) + at * height * x.columns, height);
  }
  u.store();
  s.store();
  vt.store();
}

std::vector<Tensor> decompose(Op op, const TensorArg& x, ir::Attributes attributes) {
  const TensorArg* const operands[] = {&x};
  Tensor value;
  promote(ir::Operands::Floating, operands, {&value, 1}, def(op), x.location());
  return call_multi(op, {&value, 1}, std::move(attributes), x.location());
}

}  // namespace

const ir::OpBlock block_eigh = {0, ir::Operands::Floating, &infer_eigh, &run_eigh};
const ir::OpBlock block_qr = {0, ir::Operands::Floating, &infer_qr, &run_qr};
const ir::OpBlock block_svd = {0, ir::Operands::Floating, &infer_svd, &run_svd};

}  // namespace ag::ops

namespace ag {

Eigh eigh(const TensorArg& x) {
  std::vector<Tensor> results = ops::decompose(ops::Op::eigh, x, {});
  return {std::move(results[0]), std::move(results[1])};
}

QR qr(const TensorArg& x, bool complete) {
  std::vector<Tensor> results = ops::decompose(ops::Op::qr, x, {complete});
  return {std::move(results[0]), std::move(results[1])};
}

SVD svd(const TensorArg& x, bool full_matrices) {
  std::vector<Tensor> results = ops::decompose(ops::Op::svd, x, {full_matrices});
  return {std::move(results[0]), std::move(results[1]), std::move(results[2])};
}

}  // namespace ag
