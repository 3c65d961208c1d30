/// Triangular and factorizing loops.
#include "program.h"

using ag::slice;
using ag::Tensor;

namespace bench::arrays {

/// Solves l x = b for a lower triangular matrix.
namespace forward_substitution {
AG_FUNCTION Tensor tensor(Tensor l, Tensor b) {
  Tensor n = b.shape(0);
  Tensor x = ag::zeros_like(b);
  for (Tensor i : ag::range(n)) {
    x[i] = (b[i] - ag::sum(l(i, slice(0, i)) * x[slice(0, i)])) / l(i, i);
  }
  return x;
}

AG_FUNCTION Tensor host(Tensor l, Tensor b) {
  Tensor x = ag::zeros_like(b);
  for (int64_t i = 0; i < b.shape(0); ++i) {
    x[i] = (b[i] - ag::sum(l(i, slice(0, i)) * x[slice(0, i)])) / l(i, i);
  }
  return x;
}

AG_FUNCTION Tensor whole(Tensor l, Tensor b) { return ag::solve_triangular(l, b); }
}  // namespace forward_substitution

/// Solves u x = b for an upper triangular matrix and several right-hand sides.
namespace back_substitution {
AG_FUNCTION Tensor tensor(Tensor u, Tensor b) {
  Tensor n = u.shape(0);
  for (Tensor i : ag::range(n - 1, -1, -1)) {
    b[i] = (b[i] - ag::matmul(u(i, slice(i + 1, n)), b[slice(i + 1, n)])) / u(i, i);
  }
  return b;
}

AG_FUNCTION Tensor host(Tensor u, Tensor b) {
  int64_t n = u.shape(0);
  for (int64_t i = n - 1; i >= 0; --i) {
    b[i] = (b[i] - ag::matmul(u(i, slice(i + 1, n)), b[slice(i + 1, n)])) / u(i, i);
  }
  return b;
}

AG_FUNCTION Tensor whole(Tensor u, Tensor b) { return ag::solve_triangular(u, b, false); }
}  // namespace back_substitution

/// Column by column, each from the columns on its left.
namespace cholesky {
AG_FUNCTION Tensor tensor(Tensor a) {
  Tensor n = a.shape(0);
  Tensor l = ag::zeros_like(a);
  for (Tensor j : ag::range(n)) {
    l(j, j) = ag::sqrt(a(j, j) - ag::sum(ag::square(l(j, slice(0, j)))));
    Tensor below = a(slice(j + 1, n), j) - ag::matmul(l(slice(j + 1, n), slice(0, j)), l(j, slice(0, j)));
    l(slice(j + 1, n), j) = below / l(j, j);
  }
  return l;
}

AG_FUNCTION Tensor host(Tensor a) {
  int64_t n = a.shape(0);
  Tensor l = ag::zeros_like(a);
  for (int64_t j = 0; j < n; ++j) {
    l(j, j) = ag::sqrt(a(j, j) - ag::sum(ag::square(l(j, slice(0, j)))));
    Tensor below = a(slice(j + 1, n), j) - ag::matmul(l(slice(j + 1, n), slice(0, j)), l(j, slice(0, j)));
    l(slice(j + 1, n), j) = below / l(j, j);
  }
  return l;
}

AG_FUNCTION Tensor whole(Tensor a) { return ag::cholesky(a); }
}  // namespace cholesky

/// With partial pivoting, in place: both factors in one matrix, and the order of the rows.
namespace lu {
AG_FUNCTION std::pair<Tensor, Tensor> tensor(Tensor a) {
  Tensor n = a.shape(0);
  Tensor order = ag::arange(n);
  for (Tensor k : ag::range(n - 1)) {
    Tensor p = k + ag::argmax(ag::abs(a(slice(k, n), k)));
    Tensor row = a[p], place = order[p];
    a[p] = a[k];
    a[k] = row;
    order[p] = order[k];
    order[k] = place;
    a(slice(k + 1, n), k) /= a(k, k);
    a(slice(k + 1, n), slice(k + 1, n)) -= ag::outer(a(slice(k + 1, n), k), a(k, slice(k + 1, n)));
  }
  return {a, order};
}

AG_FUNCTION std::pair<Tensor, Tensor> host(Tensor a) {
  int64_t n = a.shape(0);
  Tensor order = ag::arange(n);
  for (int64_t k = 0; k < n - 1; ++k) {
    Tensor p = k + ag::argmax(ag::abs(a(slice(k, n), k)));
    Tensor row = a[p], place = order[p];
    a[p] = a[k];
    a[k] = row;
    order[p] = order[k];
    order[k] = place;
    a(slice(k + 1, n), k) /= a(k, k);
    a(slice(k + 1, n), slice(k + 1, n)) -= ag::outer(a(slice(k + 1, n), k), a(k, slice(k + 1, n)));
  }
  return {a, order};
}
}  // namespace lu

/// The inverse, by elimination above and below the diagonal.
namespace gauss_jordan {
AG_FUNCTION Tensor tensor(Tensor a) {
  Tensor n = a.shape(0);
  Tensor b = ag::eye(a.shape(0), a.dtype());
  for (Tensor k : ag::range(n)) {
    Tensor pivot = a(k, k);
    a[k] /= pivot;
    b[k] /= pivot;
    Tensor factor = a(ag::all, k);
    factor[k] = 0;
    a -= ag::outer(factor, a[k]);
    b -= ag::outer(factor, b[k]);
  }
  return b;
}

AG_FUNCTION Tensor host(Tensor a) {
  int64_t n = a.shape(0);
  Tensor b = ag::eye(n, a.dtype());
  for (int64_t k = 0; k < n; ++k) {
    Tensor pivot = a(k, k);
    a[k] /= pivot;
    b[k] /= pivot;
    Tensor factor = a(ag::all, k);
    factor[k] = 0;
    a -= ag::outer(factor, a[k]);
    b -= ag::outer(factor, b[k]);
  }
  return b;
}

AG_FUNCTION Tensor whole(Tensor a) { return ag::inv(a); }
}  // namespace gauss_jordan

/// Orthonormal columns, by the modified method.
namespace gram_schmidt {
AG_FUNCTION Tensor tensor(Tensor x) {
  Tensor n = x.shape(1);
  for (Tensor j : ag::range(n)) {
    Tensor q = x(ag::all, j) / ag::norm(x(ag::all, j));
    x(ag::all, j) = q;
    x(ag::all, slice(j + 1, n)) -= ag::outer(q, ag::matmul(q, x(ag::all, slice(j + 1, n))));
  }
  return x;
}

AG_FUNCTION Tensor host(Tensor x) {
  int64_t n = x.shape(1);
  for (int64_t j = 0; j < n; ++j) {
    Tensor q = x(ag::all, j) / ag::norm(x(ag::all, j));
    x(ag::all, j) = q;
    x(ag::all, slice(j + 1, n)) -= ag::outer(q, ag::matmul(q, x(ag::all, slice(j + 1, n))));
  }
  return x;
}

AG_FUNCTION Tensor whole(Tensor x) {
  ag::QR factors = ag::qr(x);
  return factors.Q * ag::sign(ag::diag(factors.R));
}
}  // namespace gram_schmidt

/// The magnitudes of the triangular factor, by reflections.
namespace householder {
AG_FUNCTION Tensor tensor(Tensor x) {
  Tensor m = x.shape(0), n = x.shape(1);
  for (Tensor k : ag::range(n)) {
    Tensor v = x(slice(k, m), k);
    v[0] += ag::where(v[0] >= 0, 1.0, -1.0) * ag::norm(v);
    Tensor part = x(slice(k, m), slice(k, n));
    x(slice(k, m), slice(k, n)) = part - ag::outer(v * (2.0 / ag::sum(v * v)), ag::matmul(v, part));
  }
  return ag::abs(ag::triu(x[slice(0, x.shape(1))]));
}

AG_FUNCTION Tensor host(Tensor x) {
  int64_t m = x.shape(0), n = x.shape(1);
  for (int64_t k = 0; k < n; ++k) {
    Tensor v = x(slice(k, m), k);
    v[0] += ag::where(v[0] >= 0, 1.0, -1.0) * ag::norm(v);
    Tensor part = x(slice(k, m), slice(k, n));
    x(slice(k, m), slice(k, n)) = part - ag::outer(v * (2.0 / ag::sum(v * v)), ag::matmul(v, part));
  }
  return ag::abs(ag::triu(x[slice(0, n)]));
}

AG_FUNCTION Tensor whole(Tensor x) { return ag::abs(ag::qr(x).R); }
}  // namespace householder

/// A tridiagonal system with the diagonals a, b, c, by the sweeps of Thomas.
namespace thomas {
AG_FUNCTION Tensor tensor(Tensor a, Tensor b, Tensor c, Tensor d) {
  Tensor n = d.shape(0);
  for (Tensor i : ag::range(1, n)) {
    Tensor w = a[i] / b[i - 1];
    b[i] -= w * c[i - 1];
    d[i] -= w * d[i - 1];
  }
  d[n - 1] /= b[n - 1];
  for (Tensor i : ag::range(n - 2, -1, -1)) d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
  return d;
}

AG_FUNCTION Tensor host(Tensor a, Tensor b, Tensor c, Tensor d) {
  int64_t n = d.shape(0);
  for (int64_t i = 1; i < n; ++i) {
    Tensor w = a[i] / b[i - 1];
    b[i] -= w * c[i - 1];
    d[i] -= w * d[i - 1];
  }
  d[n - 1] /= b[n - 1];
  for (int64_t i = n - 2; i >= 0; --i) d[i] = (d[i] - c[i] * d[i + 1]) / b[i];
  return d;
}
}  // namespace thomas

/// A symmetric Toeplitz system, of which r is the first row.
namespace levinson {
AG_FUNCTION Tensor tensor(Tensor r, Tensor y) {
  Tensor n = r.shape(0);
  Tensor a = ag::zeros_like(r), x = ag::zeros_like(r), error = r[0];
  a[0] = 1;
  x[0] = y[0] / r[0];
  for (Tensor i : ag::range(1, n)) {
    Tensor back = ag::flip(r[slice(1, i + 1)]);
    Tensor k = -ag::sum(a[slice(0, i)] * back) / error;
    a[slice(0, i + 1)] += k * ag::flip(a[slice(0, i + 1)]);
    error *= 1 - k * k;
    Tensor q = (y[i] - ag::sum(x[slice(0, i)] * back)) / error;
    x[slice(0, i + 1)] += q * ag::flip(a[slice(0, i + 1)]);
  }
  return x;
}

AG_FUNCTION Tensor host(Tensor r, Tensor y) {
  Tensor a = ag::zeros_like(r), x = ag::zeros_like(r), error = r[0];
  a[0] = 1;
  x[0] = y[0] / r[0];
  for (int64_t i = 1; i < r.shape(0); ++i) {
    Tensor back = ag::flip(r[slice(1, i + 1)]);
    Tensor k = -ag::sum(a[slice(0, i)] * back) / error;
    a[slice(0, i + 1)] += k * ag::flip(a[slice(0, i + 1)]);
    error *= 1 - k * k;
    Tensor q = (y[i] - ag::sum(x[slice(0, i)] * back)) / error;
    x[slice(0, i + 1)] += q * ag::flip(a[slice(0, i + 1)]);
  }
  return x;
}

AG_FUNCTION Tensor whole(Tensor r, Tensor y) {
  Tensor i = ag::arange(r.shape(0));
  return ag::solve(r[ag::abs(ag::expand_dims(i, 1) - i)], y);
}
}  // namespace levinson

/// The inverse of a lower triangular matrix, row by row.
namespace triangular_inverse {
AG_FUNCTION Tensor tensor(Tensor l) {
  Tensor n = l.shape(0);
  Tensor x = ag::zeros_like(l);
  for (Tensor i : ag::range(n)) {
    x(i, i) = 1 / l(i, i);
    x(i, slice(0, i)) = -ag::matmul(l(i, slice(0, i)), x(slice(0, i), slice(0, i))) / l(i, i);
  }
  return x;
}

AG_FUNCTION Tensor host(Tensor l) {
  Tensor x = ag::zeros_like(l);
  for (int64_t i = 0; i < l.shape(0); ++i) {
    x(i, i) = 1 / l(i, i);
    x(i, slice(0, i)) = -ag::matmul(l(i, slice(0, i)), x(slice(0, i), slice(0, i))) / l(i, i);
  }
  return x;
}

AG_FUNCTION Tensor whole(Tensor l) { return ag::inv(l); }
}  // namespace triangular_inverse

namespace {

/// A triangular matrix near the identity.
Tensor lower(uint64_t seed, int64_t n) {
  return ag::tril(centred(seed, n, n)) / static_cast<double>(n) + ag::eye(n, ag::float64);
}

Tensor dominant(uint64_t seed, int64_t n, ag::DType dtype) {
  return centred(seed, n, n, dtype) + static_cast<double>(n) * ag::eye(n, dtype);
}

}  // namespace

void add_factorizing(std::vector<Program>& list) {
  const auto add = [&](const char* name, int64_t size, int64_t small, auto inputs, std::vector<Style> styles) {
    list.push_back({name, "factorizing", size, small, inputs, std::move(styles)});
  };
  add(
      "forward_substitution", 800, 30, [](int64_t n) { return Tensors{lower(1, n), centred(2, n)}; },
      styles(forward_substitution::tensor, forward_substitution::host, forward_substitution::whole));
  add(
      "back_substitution", 200, 20, [](int64_t n) { return Tensors{ag::transpose(lower(3, n)), centred(4, n, 50)}; },
      styles(back_substitution::tensor, back_substitution::host, back_substitution::whole));
  add(
      "cholesky", 200, 20,
      [](int64_t n) {
        const Tensor x = dominant(5, n, ag::float64);
        return Tensors{x + ag::transpose(x)};
      },
      styles(cholesky::tensor, cholesky::host, cholesky::whole));
  add("lu", 120, 20, [](int64_t n) { return Tensors{centred(6, n, n)}; }, styles(lu::tensor, lu::host));
  add(
      "gauss_jordan", 100, 20, [](int64_t n) { return Tensors{dominant(7, n, ag::float32)}; },
      styles(gauss_jordan::tensor, gauss_jordan::host, gauss_jordan::whole));
  add(
      "gram_schmidt", 60, 10, [](int64_t n) { return Tensors{centred(8, 5 * n, n)}; },
      styles(gram_schmidt::tensor, gram_schmidt::host, gram_schmidt::whole));
  add(
      "householder", 60, 10, [](int64_t n) { return Tensors{centred(9, 3 * n, n)}; },
      styles(householder::tensor, householder::host, householder::whole));
  add(
      "thomas", 20000, 50,
      [](int64_t n) { return Tensors{centred(10, n), 3 + uniform(11, n), centred(12, n), centred(13, n)}; },
      styles(thomas::tensor, thomas::host));
  add(
      "levinson", 300, 30,
      [](int64_t n) {
        Tensor r = centred(14, n) / static_cast<double>(n);
        r[0] = 2;
        return Tensors{r, centred(15, n)};
      },
      styles(levinson::tensor, levinson::host, levinson::whole));
  add(
      "triangular_inverse", 150, 20, [](int64_t n) { return Tensors{lower(16, n)}; },
      styles(triangular_inverse::tensor, triangular_inverse::host, triangular_inverse::whole));
}

}  // namespace bench::arrays
