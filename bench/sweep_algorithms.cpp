#include "sweep_algorithms.h"

using ag::Tensor;

namespace bench {

AG_CONVERT Tensor smoothed(Tensor x) {
  Tensor y = ag::zeros_like(x);
  y[0] = x[0];
  for (int64_t i = 1; i < x.shape(0); ++i) y[i] = 0.25f * x[i] + 0.75f * y[i - 1];
  return y;
}

AG_CONVERT Tensor exchanged(Tensor x) {
  const int64_t n = x.shape(0);
  for (int64_t i = 0; i + 1 < n; ++i) {
    for (int64_t j = 0; j + 1 < n - i; ++j) {
      if (x[j] > x[j + 1]) {
        const Tensor greater = x[j];
        x[j] = x[j + 1];
        x[j + 1] = greater;
      }
    }
  }
  return x;
}

AG_CONVERT Tensor edit_distances(Tensor x) {
  const int64_t n = x.shape(0);
  const Tensor a = ag::floor(4.0f * x), b = ag::flip(a, 0);
  Tensor d = ag::zeros({n + 1, n + 1});
  for (int64_t i = 1; i <= n; ++i) {
    d(i, 0) = i;
    d(0, i) = i;
  }
  for (int64_t i = 1; i <= n; ++i) {
    for (int64_t j = 1; j <= n; ++j) {
      const Tensor differs = ag::where(a[i - 1] == b[j - 1], 0.0f, 1.0f);
      d(i, j) = ag::minimum(ag::minimum(d(i - 1, j), d(i, j - 1)) + 1.0f, d(i - 1, j - 1) + differs);
    }
  }
  return d[n];
}

AG_CONVERT Tensor eliminated(Tensor x) {
  const int64_t n = x.shape(0);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = k + 1; i < n; ++i) x[i] = x[i] - x(i, k) / x(k, k) * x[k];
  }
  return x;
}

AG_CONVERT Tensor orthogonal_rows(Tensor x) {
  for (int64_t i = 0; i < x.shape(0); ++i) {
    Tensor row = x[i];
    for (int64_t j = 0; j < i; ++j) row = row - ag::sum(x[j] * row) * x[j];
    x[i] = row / ag::sqrt(ag::sum(row * row));
  }
  return x;
}

AG_CONVERT Tensor factor(Tensor x) {
  Tensor l = ag::zeros_like(x);
  for (int64_t i = 0; i < x.shape(0); ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      Tensor sum = x(i, j);
      for (int64_t k = 0; k < j; ++k) sum = sum - l(i, k) * l(j, k);
      l(i, j) = i == j ? ag::sqrt(sum) : sum / l(j, j);
    }
  }
  return l;
}

AG_CONVERT Tensor shortest_paths(Tensor x) {
  for (int64_t k = 0; k < x.shape(0); ++k) {
    x = ag::minimum(x, ag::expand_dims(x(ag::all, k), 1) + x[k]);
  }
  return x;
}

}  // namespace bench
