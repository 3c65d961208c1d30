// Classes of functions, and functions of the user that are named as what generated code names.
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace local_classes_programs {
namespace {

AG_FUNCTION Tensor local_state(Tensor x) {
  struct Sum {
    double total = 0;
    int count{0};
    bool any = false;
  };
  struct Point {
    Tensor at;
    int n;
    Sum sum;
  };
  Point p{x, 3, {}};
  std::vector<Point> all(2, p);
  for (int k = 0; k < 4; ++k) {
    struct Pair {
      int v[2];
      Tensor t;
    };
    Pair pair{{k, 1}, x};
    if (p.at > 1) {
      p.at = p.at / 2;
      p.n += 2;
      p.sum.total += 0.5;
      ++p.sum.count;
      pair.v[1] = 7;
    } else {
      p.sum.any = true;
      all[k % 2].n += k;
    }
    p.n += pair.v[1];
  }
  auto [at, n, sum] = p;
  auto doubled = [&](Point q) {
    if (q.at > 0.3) q.n *= 2;
    return q;
  };
  Point q = doubled(p);
  while (q.n > 5 && x > 0) {
    --q.n;
    q.at = q.at + 1;
  }
  return at + n + sum.total * 10 + sum.count * 100 + (sum.any ? 0.25 : 0.125) + q.at * 3 + q.n + all[0].n + all[1].n;
}

// In methods that twins have, and of classes that hold others.
struct Counter {
  int n = 0;
  enum Kind { few, many } kind = few;

  explicit Counter(Tensor x) {
    struct Start {
      int at = 0;
    };
    Start start;
    if (x > 1) start.at = 4;
    n = start.at;
  }
  Tensor step(Tensor x) {
    struct Part {
      struct Inner {
        int k = 1;
      };
      Inner inner;
      double d = 1;
    };
    Part part;
    if (x > 1) {
      part.inner.k = 2;
      part.d += n;
    }
    n += part.inner.k;
    if (n > 6) kind = many;
    return x * n + part.d;
  }
};
struct Shape {
  virtual ~Shape() = default;
  virtual double at(double v) const = 0;
};
struct Line : Shape {
  double slope = 2;
  double at(double v) const override {
    struct Value {
      double y;
    };
    Value value{v};
    if (v > 1) value.y *= slope;
    return value.y;
  }
};
AG_FUNCTION Tensor in_methods(Tensor x) {
  Counter counter(x);
  if (x > 2) counter.n = 5;
  Tensor r = counter.step(x) + counter.step(x);
  double v = 0;
  if (x > 1) v = 3;
  Line line;
  const Shape& shape = line;
  return r + counter.n + shape.at(v) + int(counter.kind);
}

Tensor ref(const Tensor& x) {
  if (x > 1) return x * 2;
  return x;
}
Tensor live(const Tensor& x) {
  if (x > 1) return x * 3;
  return x;
}
double live(const double& a) { return a + 1; }
int ref(int& a) { return ++a; }
template <class T>
T members_equal(const T& a, const T& b) {
  return a + b;
}
Tensor lending(Tensor x, Tensor y) { return x - y; }
Tensor traced(Tensor x) { return x * 5; }
Tensor first_value(Tensor x) { return x * 7; }
Tensor named(Tensor x) { return x * 11; }
double outside = 1;

AG_FUNCTION Tensor names_of_its_own(Tensor x) {
  int n = 0;
  double d = 0;
  if (x > 2) {
    ++n;
    d += 2;
  }
  outside += 1;
  Tensor r = ref(x) + live(x) + live(d) + ref(n) + n + outside;
  return r + members_equal(x, r) + lending(x, r) + traced(x) + first_value(x) + named(x);
}

// Classes that are defined with their variables.
AG_FUNCTION double with_variables(Tensor x) {
  struct Range {
    double low, high;
    int steps = 0;
  } range{0, 10}, other{1, 2};
  while (range.high - range.low > 0.5) {
    const double middle = (range.low + range.high) / 2;
    if (middle > double(x)) {
      range.high = middle;
    } else {
      range.low = middle;
    }
    ++range.steps;
  }
  struct Known {
    int n;
  } known{3};
  const Range third = x > 2 ? range : other;
  return range.low + range.steps * 10 + known.n + third.high;
}

}  // namespace
}  // namespace local_classes_programs

void e2e::local_classes() {
  using namespace local_classes_programs;
  for (const double x : {0.5, -7., 1., 3., 12.}) {
    run("with_variables", with_variables, f64(x));
    run("local_state", local_state, f32(x));
    run("in_methods", in_methods, f32(x));
    run("names_of_its_own", names_of_its_own, f32(x));
  }
}
