// Loops over numbers of the host that are long enough to become loops of the graph.
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace unrolled_loops_programs {
namespace {

AG_FUNCTION Tensor tensors_over_ranges(Tensor x) {
  Tensor sum = 0.0f, last = -1;
  for (Tensor t : ag::range(2, 150)) sum += ag::sum(ag::softmax(x[ag::slice(0, t % 40 + 1)]) * t);
  for (const Tensor& t : ag::range(400, 0, -2)) {
    if (x[t % 50] > 0.5f) continue;
    sum += t / 7;
    last = t;
    if (sum > 1e6f) break;
  }
  for (Tensor t : ag::range(200)) {
    t += 1;
    if (sum > 1e9f) return t;
    for (Tensor u : ag::range(3)) sum += t * u;
  }
  return sum + last;
}

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

// Longer ones are recorded as loops.
constexpr int kMany = 20000;

AG_FUNCTION Tensor scaled(Tensor x) {
  for (int k = 0; k < kMany; ++k) x = x * 0.999 + k;
  return x;
}

AG_FUNCTION Tensor counted_by_argument(Tensor x, int n) {
  for (int k = 0; k < n; ++k) x = x * 0.999 + k;
  return x;
}

AG_FUNCTION Tensor moved_in_time(Tensor x) {
  double t = 0;
  for (int k = 0; k < kMany; ++k) {
    x = x + t;
    t += 0.1;
  }
  return x * t;
}

AG_FUNCTION Tensor downwards(Tensor x) {
  for (int k = kMany; k > 0; --k) {
    if (k % 3 == 0) continue;
    x = x + k;
  }
  return x;
}

AG_FUNCTION Tensor from_both_ends(Tensor x) {
  for (int i = 0, j = kMany; i < j; ++i, --j) x = x + i * 0.5 - j * 0.25;
  return x;
}

AG_FUNCTION Tensor while_below(Tensor x) {
  int k = 0;
  while (k < kMany) {
    x = x + k;
    ++k;
  }
  return x * k;
}

AG_FUNCTION Tensor in_each_other(Tensor x) {
  for (int i = 0; i < 300; ++i) {
    for (int j = 0; j < 300; ++j) x = x * 0.5 + i * j;
  }
  return x;
}

AG_FUNCTION Tensor by_steps(Tensor x) {
  for (double t = 0; t < 1.0; t += 1e-4) x = x + t;
  return x;
}

AG_FUNCTION int halvings(Tensor x) {
  for (int k = 0; k < 100000000; ++k) {
    if (x < 1e-3) return k;
    x = x / 2;
  }
  return -1;
}

AG_FUNCTION Tensor left_by_break(Tensor x) {
  for (long k = 0; k < 1000000000; ++k) {
    if (ag::max(x) > 1000) break;
    x = x * 2 + k;
  }
  return x;
}

// The body needs the number: the loop is unrolled.
AG_FUNCTION Tensor with_sizes(Tensor x) {
  for (int k = 0; k < 300; ++k) {
    const std::vector<Tensor> parts(static_cast<size_t>(1 + k % 2), x);
    x = parts.back() + static_cast<float>(parts.size());
  }
  return x;
}

// What is behind the loop needs the number.
AG_FUNCTION Tensor sized_behind(Tensor x) {
  int k = 0;
  while (k < 300) {
    x = x + k;
    ++k;
  }
  const std::vector<Tensor> parts(static_cast<size_t>(k), x);
  return ag::sum(ag::stack(parts));
}

AG_FUNCTION Tensor over_ranges(Tensor x) {
  for (int k : ag::range(1000)) x = x * 0.5 + k;
  for (auto k : ag::range(5000, 10, -7)) x = x - k * 0.25;
  for (int k : ag::range(3)) x = x + k;
  return x;
}

AG_FUNCTION Tensor counts_itself(Tensor x) {
  int left = 400;
  while (left-- > 0) x = x * 0.5 + left;
  for (int k = 300; k-- > 1;) x = x + k;
  return x + left;
}

// The first loop computes numbers of the host only.
AG_FUNCTION Tensor with_table(Tensor x) {
  double weight[600];
  double sum = 0;
  for (int k = 0; k < 600; ++k) {
    weight[k] = 1.0 / (1 + k);
    if (k % 3 == 0) sum += weight[k];
  }
  for (int k = 0; k < 600; ++k) x = x + weight[k];
  return x / sum;
}

// Iterations that begin with nothing to do.
AG_FUNCTION Tensor triangle(Tensor x) {
  for (int i = 0; i < 200; ++i) {
    for (int j = 5; j < i; j += 3) x = x * 0.999 + (i - j);
  }
  return x;
}

// Loops of fewer iterations that would become many nodes: their slices grow or shrink.
AG_FUNCTION Tensor solved_down(Tensor l, Tensor b) {
  Tensor x = ag::zeros_like(b);
  for (int64_t i = 0; i < b.shape(0); ++i)
    x[i] = (b[i] - ag::matmul(l(i, ag::slice(0, i)), x[ag::slice(0, i)])) / l(i, i);
  return x;
}

AG_FUNCTION Tensor solved_up(Tensor u, Tensor b, int n) {
  Tensor x = ag::zeros_like(b);
  for (int i = n - 1; i >= 0; --i)
    x[i] = (b[i] - ag::sum(u(i, ag::slice(i + 1, n)) * x[ag::slice(i + 1, n)])) / u(i, i);
  return x;
}

AG_FUNCTION Tensor cholesky_columns(Tensor a, int n) {
  Tensor l = ag::zeros_like(a);
  for (int j = 0; j < n; ++j) {
    Tensor s = a(ag::slice(j, n), j) - ag::matmul(l(ag::slice(j, n), ag::slice(0, j)), l(j, ag::slice(0, j)));
    l(ag::slice(j, n), j) = s / ag::sqrt(s[0]);
  }
  return l;
}

AG_FUNCTION Tensor reflected(Tensor a, int n) {
  for (int k = 0; k < n - 1; ++k) {
    Tensor v = a(ag::slice(k, n), k);
    v[0] = v[0] + ag::sign(v[0]) * ag::sqrt(ag::sum(v * v));
    v = v / ag::sqrt(ag::sum(v * v));
    Tensor part = a(ag::slice(k, n), ag::slice(k, n));
    a(ag::slice(k, n), ag::slice(k, n)) = part - 2.0f * ag::outer(v, ag::matmul(v, part));
  }
  return a;
}

AG_FUNCTION Tensor sums_of_constant_loop(Tensor x) {
  for (int i = 2; i < 60; i += 2) x[i] = x[i] - 0.5f * x[i - 1] + ag::sum(x[ag::slice(0, i)]) * 0.01f;
  return x;
}

AG_FUNCTION Tensor inwards(Tensor x) {
  for (int i = 0, j = 59; i < j; ++i, --j) {
    Tensor t = x[i];
    x[i] = x[j] * 0.5f;
    x[j] = t + ag::sum(x[ag::slice(i, j)]) * ag::max(x[ag::slice(0, j)]) - ag::mean(x[ag::slice(i, 60)]);
  }
  return x;
}

AG_FUNCTION Tensor counted_in_the_body(Tensor x) {
  int i = 1, twice = 0;
  while (i < 50) {
    x[i] = x[i] + ag::sum(x[ag::slice(0, i)]) * 0.02f - ag::max(x[ag::slice(0, i)]) * float(twice);
    ++i;
    twice += 2;
  }
  return ag::concat({x, ag::zeros({twice - 90})}) * float(i);
}

AG_FUNCTION Tensor growing(Tensor x) {
  Tensor y = x[ag::slice(0, 1)];
  for (int i = 1; i < 60; ++i) y = ag::concat({y, ag::reshape(ag::sum(y * x[ag::slice(0, i)]) * 0.01f + x[i], {1})});
  return y;
}

AG_FUNCTION Tensor collected_sums(Tensor x) {
  std::vector<Tensor> sums;
  for (int i = 1; i < 60; ++i)
    sums.push_back(ag::sum(x[ag::slice(0, i)]) + ag::mean(x[ag::slice(i - 1)]) * ag::max(x[ag::slice(0, i)]));
  return ag::stack(sums);
}

AG_FUNCTION void printed_sums(Tensor x) {
  for (int i = 0; i < 60; ++i) {
    Tensor part = x[ag::slice(0, i)];
    ag::print(i, ag::sum(part), part[ag::slice(i / 2)]);
  }
}

AG_FUNCTION Tensor misfit_in_the_end(Tensor x, Tensor y, int n) {
  for (int i = 1; i < n; ++i) {
    ag::print(i);
    x[i] = ag::sum(x[ag::slice(0, i)] * y[ag::slice(0, i)]) + ag::max(x[ag::slice(0, i)]) * x[i - 1];
  }
  return x;
}

AG_FUNCTION Tensor stored_beyond_the_end(Tensor x, int n) {
  for (int i = 1; i < n; ++i) x[i] = ag::sum(x[ag::slice(0, i)] * x[ag::slice(0, i)]) + ag::max(x[ag::slice(0, i)]);
  return x;
}

AG_FUNCTION Tensor rows_beyond_the_end(Tensor x, Tensor rows, Tensor n) {
  for (Tensor i : ag::range(n)) x[rows + i] = x[i] * 2;
  return x;
}

AG_FUNCTION Tensor beyond_the_end(Tensor x, int n) {
  Tensor y = ag::tensor(0.5f);
  for (int i = 1; i < n; ++i) y = y * 0.5f - ag::max(x[ag::slice(0, i)]) * ag::mean(x[ag::slice(0, i)]) + x[i];
  return y;
}

AG_FUNCTION std::vector<Tensor> gradient_of_growing(Tensor l, Tensor b) {
  ag::GradientTape tape;
  tape.watch(l);
  tape.watch(b);
  Tensor x = ag::zeros_like(b);
  for (int i = 0; i < 40; ++i) x[i] = (b[i] - ag::matmul(l(i, ag::slice(0, i)), x[ag::slice(0, i)])) / l(i, i);
  Tensor loss = ag::sum(x * x);
  return {tape.gradient(loss, l), tape.gradient(loss, b)};
}

AG_FUNCTION Tensor exchanged(Tensor a, int n) {
  Tensor b = a;
  for (int t = 0; t < n; ++t) {
    b[ag::slice(1, -1)] = (a[ag::slice(0, -2)] + a[ag::slice(2)]) / 2;
    std::swap(a, b);
  }
  return a;
}

AG_FUNCTION Tensor swept(Tensor p, int steps) {
  for (int t = 0; t < steps; ++t) {
    p(ag::all, 0) = p(ag::all, -1);
    for (int j = 1; j < 59; ++j) p(ag::all, j) = 1.0f / (2.0f * p(ag::all, j - 1) + 3.0f);
  }
  return p;
}

}  // namespace
}  // namespace unrolled_loops_programs

void e2e::unrolled_loops() {
  using namespace unrolled_loops_programs;
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
  const Tensor one = ag::tensor(1.0, ag::float64), two = ag::tensor({1.0, 2.0}, ag::float32);
  e2e::run("scaled", scaled, one);
  e2e::run("scaled", scaled, two);
  e2e::run("counted_by_argument", counted_by_argument, one, 3);
  e2e::run("counted_by_argument", counted_by_argument, one, 5000);
  e2e::run("moved_in_time", moved_in_time, one);
  e2e::run("moved_in_time", moved_in_time, two);
  e2e::run("downwards", downwards, one);
  e2e::run("from_both_ends", from_both_ends, one);
  e2e::run("while_below", while_below, one);
  e2e::run("in_each_other", in_each_other, one);
  e2e::run("by_steps", by_steps, one);
  e2e::run("halvings", halvings, one);
  e2e::run("left_by_break", left_by_break, two);
  e2e::run("with_sizes", with_sizes, two);
  e2e::run("sized_behind", sized_behind, two);
  e2e::run("over_ranges", over_ranges, one);
  e2e::run("tensors_over_ranges", tensors_over_ranges, line);
  e2e::run("counts_itself", counts_itself, two);
  e2e::run("with_table", with_table, one);
  e2e::run("triangle", triangle, two);
  const Tensor lower =
      ag::matmul(ag::random_normal({60, 60}, 8), ag::random_normal({60, 60}, 9)) * 0.1f + 60.0f * ag::eye(60);
  const Tensor positive = ag::matmul(lower, lower.T()), forty = lower(ag::slice(0, 40), ag::slice(0, 40));
  e2e::run("solved_down", solved_down, lower, line);
  e2e::run("solved_down", solved_down, square, line[ag::slice(0, 13)]);
  e2e::run("solved_up", solved_up, lower, line, 60);
  e2e::run("solved_up", solved_up, lower, line, 3);
  e2e::run("cholesky_columns", cholesky_columns, positive, 60);
  e2e::run("reflected", reflected, lower, 60);
  e2e::run("sums_of_constant_loop", sums_of_constant_loop, line);
  e2e::run("inwards", inwards, line);
  e2e::run("counted_in_the_body", counted_in_the_body, line);
  e2e::run("growing", growing, line);
  e2e::run("collected_sums", collected_sums, line);
  e2e::run("printed_sums", printed_sums, line);
  e2e::run("misfit_in_the_end", misfit_in_the_end, line, line[ag::slice(0, 45)], 50);
  e2e::run("misfit_in_the_end", misfit_in_the_end, line, line[ag::slice(0, 49)], 50);
  e2e::run("beyond_the_end", beyond_the_end, line, 70);
  e2e::run("stored_beyond_the_end", stored_beyond_the_end, line, 70);
  e2e::run("rows_beyond_the_end", rows_beyond_the_end, line, ag::tensor({40, 41}), ag::tensor(20));
  e2e::run("gradient_of_growing", gradient_of_growing, forty, line[ag::slice(0, 40)]);
  e2e::run("exchanged", exchanged, line, 500);
  e2e::run("exchanged", exchanged, line, 7);
  e2e::run("swept", swept, square(ag::slice(0, 2)) + ag::zeros({2, 13}), 0);
  e2e::run("swept", swept, ag::ones({3, 60}), 5);
  e2e::run("swept", swept, ag::ones({3, 60}), 40);
}
