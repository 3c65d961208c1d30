// Slices whose extents a loop decides: parts of vectors and matrices that grow, shrink or move, with their reductions,
// products and updates, in single forms and in algorithms.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness.h"

namespace counted_slices_programs {

using ag::Tensor, ag::slice, ag::range;

namespace {

AG_FUNCTION Tensor sums(Tensor x, Tensor n, int form) {
  Tensor y = ag::zeros({40}, x.dtype());
  for (Tensor i : range(n)) {
    if (form == 0) y[i] = ag::sum(x[slice(0, i)]);
    if (form == 1) y[i] = ag::sum(x[slice(i, x.shape(0))] * 2);
    if (form == 2) y[i] = ag::max(x[slice(i, 45)]);
    if (form == 3) y[i] = ag::min(x[slice(0, i)]);
    if (form == 4) y[i] = ag::prod(x[slice(-i, 50)]);
    if (form == 5) y[i] = ag::sum(x[slice(i - 20, i + 20)]);
    if (form == 6) y[i] = ag::sum(ag::abs(x[slice(60, i, -1)]) + i);
    if (form == 7) y[i] = ag::sum(x[slice(i, 200, 3)]);
    if (form == 8) y[i] = ag::sum(x[slice(i, -3, 2)] * x[slice(i, -3, 2)]);
    if (form == 9) y[i] = ag::astype(ag::argmax(x[slice(0, i + 1)]), x.dtype());
    if (form == 10) y[i] = ag::sum(ag::where(x[slice(0, i)] > 0, x[slice(0, i)], -x[slice(0, i)]));
    if (form == 11)
      y[i] =
          ag::astype(ag::any(x[slice(0, i)] > 1.5), x.dtype()) + ag::astype(ag::all(x[slice(0, i)] < 1.5), x.dtype());
    if (form == 12) y[i] = ag::astype(ag::count_nonzero(x[slice(i, 30)]), x.dtype());
    if (form == 13)
      y[i] = ag::sum(x[slice(0, i)]) + ag::max(x[slice(0, i + 1)]) * ag::sum(x[slice(0, i)] * x[slice(0, i)]);
    if (form == 14) y[i] = ag::astype(ag::sum(ag::exp(-ag::abs(ag::astype(x[slice(0, i)], ag::float32)))), x.dtype());
    if (form == 15) y[i] = ag::sum(ag::expand_dims(x[slice(0, i)], 1) * x[slice(i, 50)]);
    if (form == 16) y[i] = ag::sum(x[slice(0, i)][slice(1, 5)]);
    if (form == 17) y[i] = ag::sum(x[slice(0, i)][slice(2, i - 1)]);
    if (form == 18) y[i] = ag::sum(x[slice(i)]);
    if (form == 19) {
      Tensor t = x[slice(0, i)] * 2;
      y[i] = ag::sum(t) + ag::max(ag::sort(ag::concat({t, t + 1, ag::ones({1}, x.dtype())})));
    }
    if (form == 20) {
      Tensor t = x[slice(0, i)] + 1;
      if (i % 2 == 0) {
        y[i] = ag::sum(t * t);
      } else {
        y[i] = ag::sum(t);
      }
    }
    if (form == 21) y[i] = ag::sum(ag::cumulative_sum(x[slice(0, i)]));
    if (form == 22) y[i] = ag::sum(ag::flip(x[slice(0, i)], 0) * x[slice(0, i)]);
    if (form == 23) y[i] = ag::sum(x[slice(0, i)] * x[slice(1, i + 1)]);
    if (form == 24) y[i] = ag::sum(x[slice(0, i)] - ag::sum(x[slice(0, i)]));
    if (form == 25) y[i] = x[slice(0, i + 3)][2];
    if (form == 26) y[i] = ag::sum(x[slice(0, 20)] * x[slice(i, i + 20)]);
    if (form == 27) y[i] = ag::sum(ag::maximum(x[slice(10, i)], 0));
    if (form == 28) y[i] = x[slice(0, i + 1)][i / 2] + x[slice(i, 45)][-1 - i];
    if (form == 29) y[i] = x[slice(2, i + 3)][n - 20];
    if (form == 30) y[i] = ag::sum(x[slice(0, i + 1)]) + x[slice(i, 30)][5 - n];
  }
  return y;
}
AG_FUNCTION Tensor means(Tensor x, Tensor n, int form) {
  Tensor y = ag::zeros({40}, x.dtype());
  for (Tensor i : range(n)) {
    if (form == 0) y[i] = ag::mean(x[slice(0, i)]);
    if (form == 1) y[i] = ag::matmul(x[slice(0, i)], x[slice(0, i)]);
    if (form == 2) y[i] = ag::matmul(x[slice(0, i)] + 1, x[slice(i, 2 * i)]);
    if (form == 3) y[i] = ag::var(x[slice(0, i + 2)]);
    if (form == 4) y[i] = ag::matmul(x[slice(0, i, 2)], ag::abs(x[slice(0, i, 2)]));
    if (form == 5) y[i] = ag::norm(x[slice(0, i)]);
    if (form == 6) y[i] = ag::sum(x[slice(0, i)] / x[i]);
    if (form == 7) y[i] = ag::logsumexp(x[slice(0, i + 1)]);
  }
  return y;
}
AG_FUNCTION Tensor matrices(Tensor A, Tensor x, Tensor n, int form) {
  Tensor y = ag::zeros({30}, A.dtype());
  for (Tensor i : range(n)) {
    if (form == 0) y[i] = ag::sum(A(slice(0, i), slice(i, 30)));
    if (form == 1) y[i] = ag::sum(ag::sum(A(slice(0, i), slice(i, 30)), 0));
    if (form == 2) y[i] = ag::sum(ag::sum(A(slice(0, i), slice(i, 30)), 1) * A(slice(0, i), i));
    if (form == 3) y[i] = ag::max(ag::matmul(A(slice(0, i + 1), slice(0, i)), x[slice(0, i)]));
    if (form == 4) y += ag::sum(A(slice(0, i)), 0);
    if (form == 5) y[slice(0, i)] += A(i, slice(0, i));
    if (form == 6) y[slice(0, i)] = A(slice(0, i), i) - y[i];
    if (form == 7) y[slice(i)] = x[slice(i)] * 2;
    if (form == 8) y[slice(i, 30)] -= ag::matmul(A(slice(i, 30), slice(0, i)), x[slice(0, i)]);
    if (form == 9) y[slice(0, i)] = 3;
    if (form == 10) y[slice(i, 30, 2)] += 1;
    if (form == 11) y[i] = ag::sum(A(slice(0, i), 3) * A(5, slice(0, i)));
    if (form == 12) y[i] = ag::sum(A(slice(0, i)));
    if (form == 13) y[i] = ag::sum(A(slice(0, i), slice(0, 5)));
    if (form == 14) y[i] = ag::mean(A(slice(1, i), slice(2, i)));
    if (form == 15) y[slice(0, i)] = ag::max(A(slice(0, i), slice(0, i + 1)), 1);
    if (form == 16) y[slice(i - 5, i)] = x[slice(i - 5, i)] + y[slice(i - 5, i)];
    if (form == 17) y[slice(0, i)] = y[slice(1, i + 1)];
    if (form == 18) y[i] = ag::sum(ag::max(A(slice(0, i), slice(i, 30)), 1));
    if (form == 19) y[i] = ag::sum(ag::matmul(A(slice(0, i), slice(0, 3)), x[slice(0, 3)]));
    if (form == 20) y[i] = ag::sum(ag::matmul(x[slice(0, i)], A(slice(0, i))));
    if (form == 21) y[i] = ag::sum(ag::matmul(A(slice(0, i), slice(0, i)).T(), x[slice(0, i)]));
    if (form == 22) y[i] = ag::sum(A(slice(0, i)) * x);
  }
  return y;
}
AG_FUNCTION Tensor updates(Tensor A, Tensor n, int form) {
  for (Tensor k : range(n)) {
    if (form == 0) {
      A(slice(k + 1, 30), k) /= A(k, k);
      A(slice(k + 1, 30), slice(k + 1, 30)) -= ag::outer(A(slice(k + 1, 30), k), A(k, slice(k + 1, 30)));
    }
    if (form == 1) A(0, 0) += ag::sum(A(1, slice(0, k)));
    if (form == 2) A(k, slice(0, k)) = A(slice(0, k), k);
    if (form == 3) A(slice(0, k), k) *= 0.5;
    if (form == 4) A(k, slice(k, 30)) -= A(0, slice(k, 30)) * A(k, 0);
    if (form == 5)
      for (Tensor j : range(k)) A(k, j) = (A(k, j) - ag::matmul(A(k, slice(0, j)), A(j, slice(0, j)))) / A(j, j);
    if (form == 6) A(slice(0, k)) += A(k);
    if (form == 7) A(slice(k - 1, k + 2), slice(k - 1, k + 2)) += 1;
    if (form == 8) A(slice(0, k), slice(0, k)) = A(slice(0, k), slice(0, k)).T();
    if (form == 9) {
      Tensor B = A(slice(0, k));
      A(slice(0, k)) = B * 0.5 + 1;
      A(k) += ag::sum(B, 0);
    }
    if (form == 10) A(k, slice(-k, 30)) = A(k, slice(0, k));
    if (form == 11)
      A(slice(k + 1, 30), slice(k, 30)) -= ag::expand_dims(A(slice(k + 1, 30), k) / A(k, k), 1) * A(k, slice(k, 30));
    if (form == 12) A(k - 3, slice(0, k)) += A(k, slice(0, k));
    if (form == 13) A(slice(-1, k, -1), 2) = A(slice(-1, k, -1), 3) + 1;
  }
  return A;
}
AG_FUNCTION Tensor nested(Tensor x, Tensor n) {
  Tensor best = ag::zeros({31}, ag::float64);
  for (Tensor i : range(1, n)) {
    Tensor row = best[slice(0, i)] + x[slice(0, i)] * i;
    Tensor total = 0.0;
    for (Tensor j : range(i)) {
      if (row[j] > ag::sum(x[slice(j, i)])) total += ag::max(row) - ag::sum(x[slice(0, j)] * row[0]);
    }
    best[i] = ag::max(row) + total;
  }
  return best;
}

AG_FUNCTION Tensor cholesky(Tensor A) {
  for (Tensor j : range(ag::tensor(A.shape(0)))) {
    A(slice(j, A.shape(0)), j) -= ag::matmul(A(slice(j, A.shape(0)), slice(0, j)), A(j, slice(0, j)));
    A(slice(j, A.shape(0)), j) /= ag::sqrt(A(j, j));
    A(j, slice(j + 1, A.shape(0))) = 0;
  }
  return A;
}

AG_FUNCTION Tensor lu(Tensor A, Tensor n) {
  for (Tensor k : range(n - 1)) {
    A(slice(k + 1, n), k) /= A(k, k);
    A(slice(k + 1, n), slice(k + 1, n)) -= ag::outer(A(slice(k + 1, n), k), A(k, slice(k + 1, n)));
  }
  return A;
}

AG_FUNCTION Tensor forward(Tensor L, Tensor b, Tensor n) {
  Tensor x = ag::zeros_like(b);
  for (Tensor i : range(n)) x[i] = (b[i] - ag::matmul(L(i, slice(0, i)), x[slice(0, i)])) / L(i, i);
  return x;
}

AG_FUNCTION Tensor backward(Tensor U, Tensor b, Tensor n) {
  Tensor x = ag::zeros_like(b), i = n - 1;
  while (i >= 0) {
    x[i] = (b[i] - ag::matmul(U(i, slice(i + 1, n)), x[slice(i + 1, n)])) / U(i, i);
    i -= 1;
  }
  return x;
}

AG_FUNCTION Tensor gram_schmidt(Tensor A, Tensor n) {
  for (Tensor k : range(n)) {
    for (Tensor j : range(k))
      A(slice(0, 30), k) -= ag::sum(A(slice(0, 30), j) * A(slice(0, 30), k)) * A(slice(0, 30), j);
    A(slice(0, 30), k) /= ag::norm(A(slice(0, 30), k));
  }
  return A;
}

AG_FUNCTION Tensor longest_increasing(Tensor x, Tensor n) {
  Tensor length = ag::ones({x.shape(0)}, ag::int64);
  for (Tensor i : range(1, n)) {
    const Tensor fits = ag::where(x[slice(0, i)] < x[i], length[slice(0, i)], 0);
    length[i] = ag::max(fits) + 1;
  }
  return length;
}

AG_FUNCTION Tensor knapsack(Tensor weights, Tensor values, Tensor n) {
  Tensor best = ag::zeros({31}, ag::float64);
  for (Tensor k : range(n)) {
    const Tensor w = weights[k];
    best[slice(w, 31)] = ag::maximum(best[slice(w, 31)], best[slice(0, 31 - w)] + values[k]);
  }
  return best;
}

AG_FUNCTION Tensor matrix_chain(Tensor dims, Tensor n) {
  Tensor cost = ag::zeros({12, 12}, ag::int64), length = ag::tensor(1, ag::int64);
  while (length < n) {
    for (Tensor i : range(n - length)) {
      const Tensor j = i + length;
      cost(i, j) = ag::min(cost(i, slice(i, j)) + cost(slice(i + 1, j + 1), j) +
                           dims[slice(i + 1, j + 1)] * dims[i] * dims[j + 1]);
    }
    length += 1;
  }
  return cost;
}

AG_FUNCTION Tensor moving_deviation(Tensor x, Tensor w) {
  Tensor y = ag::zeros_like(x);
  for (Tensor i : range(ag::tensor(x.shape(0)))) {
    const Tensor part = x[slice(ag::maximum(i - w, 0), i + 1)];
    y[i] = ag::sqrt(ag::mean(ag::square(part - ag::mean(part))));
  }
  return y;
}

AG_FUNCTION Tensor prefix_extrema(Tensor x) {
  Tensor y = ag::zeros({x.shape(0), 2}, x.dtype());
  for (Tensor i : range(1, ag::tensor(x.shape(0)))) {
    y(i, 0) = ag::max(x[slice(0, i)]);
    y(i, 1) = ag::min(x[slice(i, -1)]);
    if (i > 20) break;
  }
  return y;
}

AG_FUNCTION Tensor convolution(Tensor x, Tensor h, Tensor n) {
  Tensor y = ag::zeros({60}, x.dtype());
  for (Tensor k : range(n)) y[slice(k, k + 50)] += x * h[k];
  return y;
}

AG_FUNCTION Tensor bubble(Tensor x, Tensor n) {
  for (Tensor i : range(n)) {
    const Tensor k = i + ag::argmin(x[slice(i, 50)]);
    const Tensor least = x[k];
    x[slice(i + 1, k + 1)] = x[slice(i, k)];
    x[i] = least;
  }
  return x;
}

AG_FUNCTION Tensor sieve(Tensor prime) {
  prime[slice(0, 2)] = false;
  for (Tensor p = 2; p * p < prime.shape(0); p += 1) {
    if (prime[p]) prime[slice(p * p, {}, p)] = false;
  }
  return prime;
}

AG_FUNCTION std::pair<Tensor, Tensor> fourier(Tensor re, Tensor im) {
  for (Tensor m = 2; m <= re.shape(0); m *= 2) {
    Tensor half = m / 2;
    for (Tensor j = 0; j < half; j += 1) {
      Tensor angle = -6.283185307179586 * ag::astype(j, re.dtype()) / ag::astype(m, re.dtype());
      Tensor c = ag::cos(angle), s = ag::sin(angle);
      Tensor a = re[slice(j, {}, m)], b = im[slice(j, {}, m)];
      Tensor p = re[slice(j + half, {}, m)], q = im[slice(j + half, {}, m)];
      Tensor u = c * p - s * q, v = c * q + s * p;
      re[slice(j, {}, m)] = a + u;
      im[slice(j, {}, m)] = b + v;
      re[slice(j + half, {}, m)] = a - u;
      im[slice(j + half, {}, m)] = b - v;
    }
  }
  return {re, im};
}

AG_FUNCTION Tensor colored(Tensor x, Tensor colors) {
  for (Tensor c = 0; c < colors; c += 1) {
    x[slice(c + 1, -1, colors)] =
        0.5 * (x[slice(c, -2, colors)] + x[slice(c + 2, {}, colors)][slice({}, ag::size(x[slice(c + 1, -1, colors)]))]);
    x[slice(-1 - c, {}, -colors)] += ag::astype(c, x.dtype());
  }
  return x;
}

AG_FUNCTION Tensor with_step(Tensor x, Tensor step) {
  Tensor total = ag::zeros({}, x.dtype());
  for (Tensor k = 0; k < 3; k += 1) total += ag::sum(x[slice({}, {}, step - k)]);
  return total;
}

/// A recursive function of native code whose loops are counted.
Tensor prefix_sums(Tensor x, Tensor y, Tensor n) {
  if (n > 0) {
    if (x < 100.0) return prefix_sums(x + 1.0, y, n - 1) - x;
  }
  return ag::sum(-y[slice(0, (n + 3) % 5)]) + ag::max(y[slice({}, 9, n + 2)]);
}

AG_FUNCTION Tensor recursive(Tensor x, Tensor y, Tensor n) { return prefix_sums(x, y, n); }

AG_FUNCTION Tensor reversed_prefixes(Tensor x, Tensor n) {
  for (Tensor i : range(n)) x[slice(0, i)] = ag::flip(x[slice(0, i)], 0) + 1;
  return x;
}

AG_FUNCTION Tensor partial_rows(Tensor A, Tensor n) {
  Tensor y = ag::zeros({30}, A.dtype());
  for (Tensor i : range(n)) {
    for (Tensor j : range(i)) {
      if (A(i, j) > 0) y[j] += ag::sum(A(i, slice(j, i)) * A(j, slice(j, i)));
    }
  }
  return y;
}

AG_FUNCTION std::pair<Tensor, Tensor> exchanged(Tensor a, Tensor i, Tensor j) {
  Tensor row = a[i];
  a[i] = a[j];
  a[j] = row;
  Tensor column = a(ag::all, 0);
  a(ag::all, 0) = a(ag::all, 1);
  a(ag::all, 1) = column;
  return {a, row + ag::sum(column)};
}

/// A ring of the last four states.
AG_FUNCTION Tensor ring(Tensor x, Tensor n) {
  Tensor states = ag::zeros({4, x.shape(0)}, x.dtype());
  for (Tensor i : range(n)) {
    Tensor last = states[3];
    states[slice(1)] = states[slice(0, 3)];
    states[0] = x * i + last;
  }
  return states;
}

/// A wave equation, of which the last two states are kept, with copied and fixed edges.
AG_FUNCTION Tensor wave(Tensor u, Tensor n) {
  Tensor old = u;
  for (Tensor i : range(n)) {
    Tensor next = u, inner = u(slice(1, -1), slice(1, -1));
    next(slice(1, -1), slice(1, -1)) = 2 * inner - old(slice(1, -1), slice(1, -1)) +
                                       (u(slice(0, -2), slice(1, -1)) + u(slice(2), slice(1, -1)) - 2 * inner) / 8;
    next[0] = u[1];
    next[-1] = u[-2];
    old = u;
    u = next;
  }
  return u + old;
}

/// Gauss-Jordan elimination: updates of a column that is a copy.
AG_FUNCTION Tensor eliminated(Tensor a, Tensor n) {
  for (Tensor k : range(n)) {
    a[k] /= a(k, k);
    Tensor factor = a(ag::all, k);
    factor[k] = 0;
    a -= ag::outer(factor, a[k]);
  }
  return a;
}

AG_FUNCTION Tensor first_of_sorted(Tensor x) {
  return ag::sum(ag::sort(x)[slice(0, 5)]) + ag::astype(ag::sum(ag::argsort(x, -1, true)[slice(0, 3)]), x.dtype()) +
         ag::sort(x, 0, true)[slice(0, 1)][0] + ag::astype(ag::argsort(x)[slice(0, 2)][1], x.dtype());
}

Tensor data(const ag::Shape& shape, ag::DType dtype, int kind) {
  int64_t count = 1;
  for (int64_t extent : shape) count *= extent;
  std::vector<double> values;
  for (int64_t k = 0; k < count; ++k) {
    double x = static_cast<double>((k * 7919 + 13) % 401 - 200) / 97;
    if (kind == 1 && k % 7 == 3) x = std::numeric_limits<double>::quiet_NaN();
    if (kind == 2 && k % 5 == 1) x = -0.0;
    values.push_back(dtype == ag::int32 ? std::round(x * 10) : x);
  }
  return ag::astype(ag::reshape(ag::tensor(values), shape), dtype);
}

void forms(ag::DType dtype, int kind) {
  const Tensor x = data({50}, dtype, kind), A = data({30, 30}, dtype, kind), y = x[slice(0, 30)];
  for (int form = 0; form < 31; ++form) {
    e2e::run(("sums " + std::to_string(form)).c_str(), sums, x, e2e::i64(form % 2 ? 30 : 5), form);
  }
  for (int form = 0; form < 8 && dtype != ag::int32; ++form) {
    e2e::run(("means " + std::to_string(form)).c_str(), means, x, e2e::i64(25), form);
  }
  for (int form = 0; form < 23; ++form) {
    e2e::run(("matrices " + std::to_string(form)).c_str(), matrices, A, y, e2e::i64(30), form);
  }
  for (int form = 0; form < 14; ++form) {
    const bool divides = form == 0 || form == 3 || form == 5 || form == 9 || form == 11;
    if (divides && dtype == ag::int32) continue;
    e2e::run(("updates " + std::to_string(form)).c_str(), updates, A, e2e::i64(29), form);
  }
}

void algorithms() {
  const Tensor x = data({50}, ag::float64, 0), h = data({10}, ag::float64, 0), B = data({30, 30}, ag::float64, 0);
  const Tensor A = ag::matmul(B, B.T()) + 30.0 * ag::eye(30, ag::float64), b = x[slice(0, 30)];
  for (ag::DType dtype : {ag::float32, ag::float64}) {
    e2e::run("cholesky", cholesky, ag::astype(A, dtype));
    e2e::run("lu", lu, ag::astype(A, dtype), e2e::i64(30));
    e2e::run("forward", forward, ag::astype(A, dtype), ag::astype(b, dtype), e2e::i64(30));
    e2e::run("backward", backward, ag::astype(A, dtype), ag::astype(b, dtype), e2e::i64(30));
    e2e::run("gram_schmidt", gram_schmidt, ag::astype(A, dtype), e2e::i64(30));
    e2e::run("moving_deviation", moving_deviation, ag::astype(x, dtype), e2e::i64(7));
    e2e::run("prefix_extrema", prefix_extrema, ag::astype(x, dtype));
    e2e::run("convolution", convolution, ag::astype(x, dtype), ag::astype(h, dtype), e2e::i64(10));
    e2e::run("partial_rows", partial_rows, ag::astype(B, dtype), e2e::i64(30));
  }
  for (ag::DType dtype : {ag::float32, ag::float64, ag::int32, ag::int8}) {
    const Tensor numbers = ag::astype(ag::reshape(ag::arange(80) * 37 % 91, {8, 10}), dtype);
    for (int64_t row : {0, 3, -1}) e2e::run("exchanged", exchanged, numbers, e2e::i64(row), e2e::i64(2));
    e2e::run("ring", ring, numbers[1], e2e::i64(9));
    e2e::run("wave", wave, numbers, e2e::i64(7));
    e2e::run("first_of_sorted", first_of_sorted, ag::reshape(numbers, {80}));
  }
  e2e::run("eliminated", eliminated, A, e2e::i64(30));
  e2e::run("nested", nested, x, e2e::i64(31));
  e2e::run("longest_increasing", longest_increasing, x, e2e::i64(50));
  e2e::run("knapsack", knapsack, ag::tensor(std::vector<int64_t>{3, 0, 7, 12, 31, 5}), x, e2e::i64(6));
  e2e::run("matrix_chain", matrix_chain, ag::arange(3, 16), e2e::i64(12));
  e2e::run("bubble", bubble, x, e2e::i64(50));
  e2e::run("reversed_prefixes", reversed_prefixes, x, e2e::i64(50));
  for (int64_t n : {0, 1, 4}) e2e::run("recursive", recursive, x[0], x, e2e::i64(n));
  e2e::run("sieve", sieve, ag::ones({200}, ag::boolean));
  for (ag::DType dtype : {ag::float32, ag::float64}) {
    const Tensor signal = ag::astype(x[slice(0, 32)], dtype);
    e2e::run("fourier", fourier, signal, ag::flip(signal));
    for (int64_t colors : {1, 2, 3, 7}) e2e::run("colored", colored, ag::astype(x, dtype), e2e::i64(colors));
    for (int64_t step : {3, -1, 2, 100}) e2e::run("with_step", with_step, ag::astype(x, dtype), e2e::i64(step));
  }
}

}  // namespace

void run() {
  for (int kind = 0; kind < 3; ++kind) {
    for (ag::DType dtype : {ag::float32, ag::float64, ag::int32}) {
      if (dtype == ag::float64 || kind == 0) forms(dtype, kind);
    }
  }
  algorithms();
}

}  // namespace counted_slices_programs

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  counted_slices_programs::run();
}
