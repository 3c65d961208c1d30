/// Rows of runtime/grad/rules_decompositions.cpp, and of einsum.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;

/// With values that are far apart. A stack has more than two axes.
GradientRow matrices(const char* op, const char* label, const Shape& shape, std::function<Tensor(const Tensor&)> call,
                     bool open = true) {
  return {op, label, {numbers(shape, -1, 1)}, [call](X x) { return call(x[0]); }, true, open};
}

/// A graph that does not know which extent is the lesser one adds what rounding leaves of nothing.
GradientRow rounded(GradientRow row) {
  row.rounding = 1e-12;
  return row;
}

/// As a symmetric matrix, of which only a triangle is read.
Tensor symmetric(const Tensor& x) { return x + transpose(x) + diag(arange(3.0)) * 4.0; }

Tensor both(const Tensor& a, const Tensor& b) { return concat({reshape(a, {-1}), reshape(b, {-1})}); }

GradientRow einsum_row(const char* op, const char* equation, const Shape& a, const Shape& b) {
  return {op, equation, {numbers(a, -1, 1), numbers(b, -1, 1, 2)}, [=](X x) { return einsum(equation, x[0], x[1]); }};
}

}  // namespace

std::vector<GradientRow> decomposition_gradients() {
  return {
      matrices(
          "qr", "square", {3, 3}, [](const Tensor& x) { return both(qr(x).Q, qr(x).R); }, false),
      matrices(
          "qr", "tall", {2, 3, 2}, [](const Tensor& x) { return both(qr(x).Q, square(qr(x).R)); }, false),
      matrices("eigh", "values", {3, 3}, [](const Tensor& x) { return square(eigh(symmetric(x)).eigenvalues); }),
      matrices("eigh", "vectors", {3, 3}, [](const Tensor& x) { return eigh(symmetric(x)).eigenvectors; }),
      matrices("eigh", "stacks", {2, 3, 3},
               [](const Tensor& x) {
                 auto [values, vectors] = eigh(symmetric(x));
                 return matmul(vectors * expand_dims(exp(values), -2), transpose(vectors));
               }),
      matrices("svd", "values", {2, 3}, [](const Tensor& x) { return square(svd(x).S); }),
      matrices("svd", "values of square matrices", {2, 2}, [](const Tensor& x) { return exp(svd(x).S); }),
      rounded(matrices("svd", "tall", {3, 2},
                       [](const Tensor& x) {
                         auto [u, s, vh] = svd(x, false);
                         return matmul(square(u) * expand_dims(s, -2), vh);
                       })),
      rounded(matrices("svd", "wide", {2, 2, 3},
                       [](const Tensor& x) {
                         auto [u, s, vh] = svd(x, false);
                         return both(u, square(vh));
                       })),
      einsum_row("matmul", "ij,jk->ik", {2, 3}, {3, 2}),
      einsum_row("multiply", "ij,ij->i", {2, 3}, {2, 3}),
      einsum_row("matmul", "bqhd,bkhd->bhqk", {1, 2, 2, 3}, {1, 3, 2, 3}),
  };
}

}  // namespace ag::test
