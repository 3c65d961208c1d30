// The elements that masks select: reductions, products and updates of them, in single forms and in programs.
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "harness.h"

namespace masked_elements_programs {

using ag::Tensor, ag::slice, ag::range;

namespace {

/// Reductions of the masked elements of a vector.
AG_FUNCTION Tensor reduced(Tensor x, Tensor y, Tensor bound, int form) {
  Tensor m = x > bound;
  if (form == 0) return ag::sum(x[m]);
  if (form == 1) return ag::max(x[m]);
  if (form == 2) return ag::min(x[m]) + ag::max(y[m]);
  if (form == 3) return ag::sum(x[m] * y[m]);
  if (form == 4) return ag::sum(x[m] * 2 + 1) - ag::sum(x[!m]);
  if (form == 5) return ag::astype(ag::argmax(x[m]), x.dtype());
  if (form == 6) return ag::sum(ag::maximum(x[m], y[m]) - ag::sum(x[m]));
  if (form == 7) return ag::sum(x[m] * y[y > bound]);  // the numbers of elements may differ
  if (form == 8) return ag::matmul(x[m], y[m]);
  if (form == 9) return x[m].shape(0) * ag::sum(y[m]);
  if (form == 10) return ag::sum(x[m]) + ag::sum(ag::sort(x[m]));
  if (form == 11) return ag::sum(x[m][slice(0, 3)]) + ag::sum(x[m][slice(1)] - x[m][slice(0, -1)]);
  if (form == 12) return ag::astype(ag::any(x[m] > 1) & ag::all(x[m] > bound), x.dtype());
  if (form == 13) return ag::sum(x[m & (y > 0)]) + ag::prod(ag::where(x[m] > 1, x[m], 1));
  if (form == 14) return ag::sum(ag::flip(x[m], 0) * y[m]);
  if (form == 15) return ag::sum(x[slice(5, 30)][m[slice(0, 25)]]);
  if (form == 16) return ag::sum(x[slice(0, 50, 2)][m[slice(1, 50, 2)]]);
  if (form == 17) return ag::astype(ag::count_nonzero(x[m]), x.dtype()) + x[m][0];
  return x[m];
}

/// Reductions of the masked elements of a vector that need division.
AG_FUNCTION Tensor averaged(Tensor x, Tensor y, Tensor bound, int form) {
  Tensor m = x > bound;
  if (form == 0) return ag::mean(x[m]);
  if (form == 1) return ag::var(x[m]) + ag::std(y[m]);
  if (form == 2) return ag::sum(x[m]) / ag::count_nonzero(m);
  if (form == 3) return ag::mean(ag::exp(-ag::abs(x[m])) * y[m]);
  return ag::sum(x[m] / (ag::abs(y[m]) + 1));
}

/// Updates of the masked elements of an array of any shape.
AG_FUNCTION Tensor updated(Tensor x, Tensor y, Tensor bound, int form) {
  Tensor m = x > bound, before = x;
  if (form == 0) x[m] = 0;
  if (form == 1) x[m] += 2;
  if (form == 2) x[m] = y[m];
  if (form == 3) x[m] *= y[m] + x[m];
  if (form == 4) x[m] -= ag::sum(x[m]);
  if (form == 5) x[m] = ag::maximum(x[m], y[m]) + ag::where(y[m] > 0, x[m], -x[m]);
  if (form == 6) x[m] = -x[m], x[!m] += 1;
  if (form == 7) x[m] = x[x > bound + 1];  // an error if the numbers of elements differ
  if (form == 8) x[m] = ag::sort(x[m]);
  if (form == 9) x[m] = y[m] + before[m];
  if (form == 10) {
    Tensor part = x[m] + 1;
    x[m] = part;
    x[m] += ag::max(part);
  }
  if (form == 11) x[m] = ag::flip(x[m], 0);
  return x + before;
}

/// Forms whose mask selects rows or columns of a matrix.
AG_FUNCTION Tensor selected(Tensor a, Tensor row, Tensor bound, int form) {
  Tensor m = a(ag::all, 0) > bound, columns = a[1] > bound;
  if (form == 0) return ag::sum(a[m], 0);
  if (form == 1) return ag::sum(a[m] * row, 1);
  if (form == 2) return ag::max(a[m]) + ag::sum(a(m, 1));
  if (form == 3) return ag::sum(ag::boolean_mask(a, columns, 1), 1);
  if (form == 4) a[m] += row;
  if (form == 5) a[m] = a[m] * 2 + row;
  if (form == 6) a(ag::all, columns) = a(ag::all, columns) - bound;
  if (form == 7) a[m] = row;
  if (form == 8) a(m, 1) = 3;
  if (form == 9) return ag::matmul(a[m], row);
  if (form == 10) return ag::sum(a[m] - ag::sum(a[m], 0));
  if (form == 11) a[m] -= ag::sum(a[m], 0);
  return a;
}

AG_FUNCTION Tensor group_means(Tensor x, Tensor group, Tensor groups) {
  for (Tensor g : range(groups)) {
    Tensor members = group == g;
    x[members] -= ag::mean(x[members]);
  }
  return x;
}

AG_FUNCTION Tensor histogram(Tensor x, Tensor bins) {
  Tensor sums = ag::zeros({bins}, x.dtype());
  for (Tensor b : range(bins)) {
    Tensor inside = (x >= b) & (x < b + 1);
    if (ag::any(inside)) sums[b] = ag::sum(x[inside]) / ag::count_nonzero(inside) + ag::max(x[inside]);
  }
  return sums;
}

/// Particles that leave a box are reflected at its walls.
AG_FUNCTION Tensor reflected(Tensor x, Tensor v, Tensor steps) {
  for (Tensor step : range(steps)) {
    x += v * 0.5;
    Tensor out = ag::abs(x) > 1;
    v[out] *= -1;
    x[x > 1] = 2 - x[x > 1];
    x[x < -1] = -2 - x[x < -1];
  }
  return x * 10 + v;
}

AG_FUNCTION Tensor collatz(Tensor n, Tensor steps) {
  for (Tensor step : range(steps)) {
    Tensor even = n % 2 == 0;
    n[even] /= 2;
    n[!even] = 3 * n[!even] + 1;
  }
  return n;
}

AG_FUNCTION Tensor stored(Tensor x, Tensor y, Tensor bound) {
  Tensor m = x > bound, count = ag::count_nonzero(m);
  y[slice(0, count)] = x[m];
  y[slice(count, 2 * count)] += x[m][slice(0, 50)];
  return y;
}

AG_FUNCTION Tensor clipped_gradient(Tensor x) {
  return ag::gradient([](Tensor t) { return ag::sum(ag::square(t[t > 0]) * 3); })(x);
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
  const Tensor x = data({50}, dtype, kind), y = ag::flip(x, 0), a = data({12, 7}, dtype, kind), row = x[slice(0, 7)];
  for (double limit : {-100.0, 0.25, 1.5, 100.0}) {
    const Tensor bound = ag::astype(ag::tensor(limit), dtype);
    for (int form = 0; form < 19; ++form)
      e2e::run(("reduced " + std::to_string(form)).c_str(), reduced, x, y, bound, form);
    for (int form = 0; form < 5 && dtype != ag::int32; ++form)
      e2e::run(("averaged " + std::to_string(form)).c_str(), averaged, x, y, bound, form);
    for (int form = 0; form < 12; ++form) {
      e2e::run(("updated " + std::to_string(form)).c_str(), updated, x, y, bound, form);
      e2e::run(("updated matrix " + std::to_string(form)).c_str(), updated, a, ag::flip(a, 0), bound, form);
    }
    for (int form = 0; form < 12; ++form)
      e2e::run(("selected " + std::to_string(form)).c_str(), selected, a, row, bound, form);
    e2e::run("stored", stored, x, ag::concat({y, y}), bound);
  }
}

}  // namespace

void run() {
  for (int kind = 0; kind < 3; ++kind) {
    for (ag::DType dtype : {ag::float32, ag::float64, ag::int32}) {
      if (dtype == ag::float64 || kind == 0) forms(dtype, kind);
    }
  }
  const Tensor x = data({200}, ag::float64, 0);
  e2e::run("group_means", group_means, x, ag::arange(200) % 7, e2e::i64(7));
  e2e::run("histogram", histogram, x, e2e::i64(4));
  e2e::run("reflected", reflected, x / 3, ag::flip(x, 0), e2e::i64(9));
  e2e::run("collatz", collatz, ag::arange(1, 40), e2e::i64(12));
  e2e::run("clipped_gradient", clipped_gradient, x);
}

}  // namespace masked_elements_programs

int main(int argc, char** argv) {
  if (argc > 1 && std::string(argv[1]) == "--eager") ag::set_run_functions_eagerly(true);
  masked_elements_programs::run();
}
