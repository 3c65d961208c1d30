// Loops over numbers of the host that are long enough to become loops of the graph again.
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace {

AG_FUNCTION Tensor smoothed(Tensor x, float a) {
  Tensor y = ag::zeros_like(x);
  y[0] = x[0];
  for (int64_t i = 1; i < x.shape(0); ++i) y[i] = a * x[i] + (1.0f - a) * y[i - 1];
  return y;
}

AG_FUNCTION Tensor eliminated(Tensor a) {
  const int64_t n = a.shape(0);
  for (int64_t k = 0; k < n; ++k) {
    for (int64_t i = k + 1; i < n; ++i) {
      Tensor f = a(i, k) / a(k, k);
      a[i] = ag::where(ag::arange(n) >= k, a[i] - f * a[k], a[i]);
    }
  }
  return a;
}

AG_FUNCTION Tensor factor(Tensor a) {
  Tensor l = ag::zeros_like(a);
  for (int i = 0; i < int(a.shape(0)); ++i) {
    for (int j = 0; j <= i; ++j) {
      Tensor s = a(i, j);
      for (int k = 0; k < j; ++k) s = s - l(i, k) * l(j, k);
      if (i == j)
        l(i, j) = ag::sqrt(s);
      else
        l(i, j) = s / l(j, j);
    }
  }
  return l;
}

AG_FUNCTION Tensor distance(Tensor a, Tensor b) {
  const int64_t n = a.shape(0), m = b.shape(0);
  Tensor d = ag::zeros({n + 1, m + 1}, ag::int32);
  for (int64_t i = 0; i <= n; ++i) d(i, 0) = i;
  for (int64_t j = 0; j <= m; ++j) d(0, j) = j;
  for (int64_t i = 1; i <= n; ++i) {
    for (int64_t j = 1; j <= m; ++j) {
      Tensor cost = ag::where(a[i - 1] == b[j - 1], 0, 1);
      d(i, j) = ag::minimum(ag::minimum(d(i - 1, j) + 1, d(i, j - 1) + 1), d(i - 1, j - 1) + cost);
    }
  }
  return d;
}

AG_FUNCTION Tensor sorted(Tensor a) {
  for (int64_t i = 0; i + 1 < a.shape(0); ++i) {
    for (int64_t j = 0; j + 1 < a.shape(0) - i; ++j) {
      if (a[j] > a[j + 1]) {
        Tensor t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
    }
  }
  return a;
}

AG_FUNCTION std::vector<Tensor> filtered(Tensor z) {
  Tensor x = 0.0f, p = 1.0f;
  std::vector<Tensor> states, gains;
  for (int64_t t = 0; t < z.shape(0); ++t) {
    p = p + 0.01f;
    Tensor k = p / (p + 0.1f);
    x = x + k * (z[t] - x);
    p = (1.0f - k) * p;
    states.push_back(x);
    gains.push_back(k * z[t]);
  }
  return {ag::stack(states), ag::stack(gains), x};
}

AG_FUNCTION Tensor until(Tensor x, Tensor limit) {
  for (int i = 0; i < 60; ++i) {
    if (x > limit) break;
    x = x * 1.25f + float(i);
  }
  return x;
}

AG_FUNCTION Tensor divided(Tensor x) {
  Tensor sum = ag::tensor(0, ag::int64);
  for (int64_t i = 0; i < x.shape(0); ++i) sum = sum * 3 + 1000 / (x[i] - 45);
  return sum;
}

AG_FUNCTION void printed(Tensor x) {
  for (int64_t i = 0; i < 70; ++i) {
    x = x * 3 % 101;
    ag::print(x, x + 1);
  }
}

AG_FUNCTION Tensor trained(Tensor x, Tensor y) {
  Tensor w = ag::zeros({x.shape(1)});
  for (int step = 1; step <= 40; ++step) {
    ag::GradientTape tape;
    tape.watch(w);
    Tensor error = ag::matmul(x, w) - y;
    Tensor loss = ag::mean(error * error);
    w = w - 0.1f / float(step) * tape.gradient(loss, w);
  }
  return w;
}

}  // namespace

void e2e::unrolled_loops() {
  const Tensor line = ag::random_normal({60}, 1), square = ag::random_normal({13, 13}, 2);
  e2e::run("smoothed", smoothed, line, 0.25f);
  e2e::run("eliminated", eliminated, square + 9.0f * ag::eye(13));
  e2e::run("factor", factor, ag::matmul(square, square.T()) + ag::eye(13));
  e2e::run("distance", distance, ag::random_integers(0, 4, {14}, 3), ag::random_integers(0, 4, {11}, 4));
  e2e::run("sorted", sorted, line[ag::slice(0, 17)]);
  e2e::run("filtered", filtered, line);
  e2e::run("until", until, ag::tensor(0.5), ag::tensor(30.0));
  e2e::run("until", until, ag::tensor(0.5), ag::tensor(1e30));
  e2e::run("divided", divided, ag::arange(60));
  e2e::run("divided", divided, ag::arange(100, 160));
  e2e::run("printed", printed, ag::tensor(5));
  e2e::run("trained", trained, ag::random_normal({20, 4}, 5), ag::random_normal({20}, 6));
}
