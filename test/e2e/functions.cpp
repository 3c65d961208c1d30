// The kinds of functions that are converted.
#include <algorithm>
#include <functional>
#include <tuple>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace functions_programs {
namespace {

AG_FUNCTION Tensor spread(Tensor x, Tensor n) {
  Tensor low = 0, high = 0;
  auto count = [&](Tensor value) {
    if (value < 0) {
      low += 1;
    } else {
      high += 1;
    }
  };
  count(x);
  while (n > 0) {
    count(n - x);
    n -= 1;
  }
  return high * 100 + low;
}

AG_FUNCTION Tensor counters(Tensor x) {
  auto next = [x, step = Tensor(1)]() mutable {
    if (x > 10) step = -step;
    x += step;
    return x;
  };
  Tensor first = next();
  first += next();
  return first * 1000 + next();
}

AG_FUNCTION Tensor generic(Tensor x) {
  auto clipped = [](auto value, auto most) {
    if (value > most) return most;
    if (value < 0 * most) return 0 * most;
    return value;
  };
  auto halve = [](auto& value) {
    while (value > 1) value = value / 2;
  };
  Tensor y = clipped(x, Tensor(30.0));
  double z = clipped(7.5, 6.0);
  halve(y);
  halve(z);
  return y + z;
}

AG_FUNCTION Tensor at_once(Tensor x) {
  const Tensor sign = [&] {
    if (x < 0) return Tensor(-1);
    if (x > 0) return Tensor(1);
    return Tensor(0);
  }();
  [&] {
    if (sign < 0) x = -x;
  }();
  return x * sign;
}

AG_FUNCTION Tensor nested(Tensor n) {
  Tensor hits = 0;
  auto outer = [&](Tensor k) {
    auto inner = [&](Tensor j) {
      if (j % 2 == 0) return;
      hits += j;
    };
    for (Tensor i : ag::range(k)) inner(i);
  };
  if (n > 3) outer(n);
  return hits;
}

AG_FUNCTION Tensor algorithm(std::vector<Tensor> values) {
  Tensor sum = 0;
  std::for_each(values.begin(), values.end(), [&sum](Tensor& value) {
    if (value < 0) value = 0;
    sum += value;
  });
  return sum + values[0];
}

AG_FUNCTION Tensor search(Tensor n) {
  auto first_factor = [](Tensor k) -> Tensor {
    for (Tensor i : ag::range(2, k)) {
      if (k % i == 0) return i;
    }
    return k;
  };
  std::function<Tensor(Tensor)> twice = [&](Tensor k) {
    if (k > 20) return first_factor(k);
    return first_factor(first_factor(k) * 3);
  };
  return twice(n) * 100 + first_factor(n);
}

struct Pair {
  Tensor x, y;
};

AG_FUNCTION Pair flipped(Pair p) {
  auto flip = [&x = p.x, limit = p.y > 0 ? p.y : -p.y] {
    if (x > limit) x = -x;
  };
  flip();
  return p;
}

class Smoother {
 public:
  Smoother(Tensor mean, Tensor rate) : mean_(mean < 0 ? -mean : mean), rate_(rate) {
    if (rate_ > 5) rate_ = 5;
  }
  Tensor next(Tensor x) {
    if (x > mean_) {
      mean_ += rate_;
      return x - mean_;
    }
    while (mean_ > x) mean_ -= rate_;
    return mean_;
  }
  Tensor mean() const { return mean_; }
  friend auto ag_fields(Smoother& s) { return std::tie(s.mean_, s.rate_); }

 private:
  Tensor mean_, rate_;
};

AG_FUNCTION Tensor smoothed(Tensor x, Tensor rate) {
  Smoother smoother(x, rate);
  Tensor sum = smoother.next(x + 3);
  if (sum > 0) sum += smoother.next(1);
  return sum * 100 + smoother.mean();
}

struct Layer {
  virtual ~Layer() = default;
  virtual Tensor forward(Tensor x) const = 0;
};
struct Relu : Layer {
  Tensor forward(Tensor x) const override {
    if (x < 0) return 0 * x;
    return x;
  }
};
struct Leaky : Relu {
  Tensor slope = 3;
  Tensor forward(Tensor x) const override {
    if (x < 0) return slope * x;
    return Relu::forward(x) + 1;
  }
};

AG_FUNCTION Tensor layers(Tensor x) {
  const Relu relu;
  const Leaky leaky;
  Tensor y = x;
  const auto add = [&](const Layer& layer) { y += layer.forward(x); };
  add(relu);
  add(leaky);
  return y;
}

struct Cell {
  Tensor c, h;
};
struct Net {
  Cell cell;
  Tensor steps = 0;
  Tensor step(Tensor x, Tensor n) {
    while (n > 0) {
      cell.c = cell.c * 2 + x;
      if (cell.c > 10) this->cell.h = cell.c;
      n -= 1;
    }
    return cell.h;
  }
  void reset(Tensor when) {
    auto count = [this] { steps += 1; };
    if (when > 0) {
      cell = {1, 0};
      count();
    } else {
      cell.h = 1;
    }
    if (steps > 1) clear();
  }
  void clear() { *this = Net{{5, 6}, 0}; }
};

AG_FUNCTION Net network(Net net, Tensor x) {
  net.reset(x);
  if (net.step(x, 3) > 8) net.reset(x - 5);
  return net;
}

template <class T>
T root(T x, const T& limit) {
  T y = x;
  int steps = 0;
  while (y > limit && y * y - x > limit) {
    y = (y + x / y) / 2;
    ++steps;
  }
  if (steps > 5) return y + 1;
  if (y > 100) return y - 100;
  return x > 0 ? y : -y;
}

template <class T>
class Average {
 public:
  void add(const T& x) {
    if (x > this->most) this->most = x;
    sum_ += x;
    count_ += 1;
  }
  T result(T fallback) const;
  T most = 0;

 private:
  T sum_ = 0, count_ = 0;
};
template <class T>
T Average<T>::result(T fallback) const {
  if (count_ > 1) return sum_ / count_;
  return fallback;
}

template <class T>
T largest(T x) {
  return x;
}
template <class T, class... More>
T largest(T x, More... more) {
  T rest = largest(more...);
  return x > rest ? x : rest;
}
template <int N>
Tensor power(Tensor x) {
  Tensor result = 1;
  for (int i = 0; i < N; ++i) {
    if (result < 1000) result = result * x;
  }
  return result;
}
template <class T>
T sum(const std::vector<T>& values) {
  T result = 0;
  for (typename std::vector<T>::size_type i = 0; i < values.size(); ++i) {
    if (values[i] > 0) result += values[i];
  }
  for (const T& value : values) result += value;
  return result;
}
template <class T>
T triangle(T n) {
  T total = 0;
  for (T i : ag::range(n)) {
    if (total > 20) break;
    total += i;
  }
  return total;
}

namespace shapes {
struct Circle {
  Tensor radius;
};
Tensor area(const Circle& circle) {
  if (circle.radius < 0) return 0;
  return circle.radius * circle.radius;
}
void grow(Circle& circle) { circle.radius += 1; }
}  // namespace shapes

template <class Shape>
Tensor grown(Shape shape, Tensor n) {
  while (n > 0) {
    grow(shape);
    n -= 1;
  }
  return area(shape);
}

// Where numbers are symbolic, an error of the graph leaves what would throw nothing; elsewhere it may still become a
// pointer.
int element_of(const Tensor& x, int row) noexcept { return int(x[row]); }
struct Gauge {
  int level = 0;
  int raised(int by) const noexcept { return level + by; }
};
AG_FUNCTION Tensor never_thrown(Tensor x) {
  Gauge gauge;
  auto doubled = [&](int row) noexcept { return 2 * element_of(x, row); };
  for (int row = 0; row < x[0]; ++row) {
    if (x[row] > 1) gauge.level += doubled(row);
  }
  int (*next)(int) noexcept = [](int n) noexcept { return n + 1; };
  return x * gauge.raised(next(1));
}
AG_FUNCTION Tensor roots(Tensor x) { return root(x, Tensor(0.01)) + root(7.0, 0.01); }
AG_FUNCTION Tensor averages(Tensor x) {
  Average<Tensor> average;
  average.add(x);
  average.add(x * 2);
  Average<int> numbers;
  numbers.add(2);
  return average.result(0) + average.most + numbers.result(1);
}
AG_FUNCTION Tensor variadic(Tensor x) { return largest(x, Tensor(2), Tensor(3)) + power<3>(x) + largest(1, 2); }
AG_FUNCTION Tensor sums(Tensor x) { return sum(std::vector<Tensor>{x, x * 2}) + sum(std::vector<int>{1, -2}); }
AG_FUNCTION Tensor triangles(Tensor x) { return triangle(x) + triangle(3); }
AG_FUNCTION Tensor shapes_grown(Tensor x) { return grown(shapes::Circle{x}, 2); }

// Functions with names that converted code has uses for.
Tensor element(const Tensor& x, const Tensor& at) { return x * 10 + at; }
Tensor element_at(const Tensor& x, double at) { return x - at; }
Tensor place(const Tensor& x, double at) { return x + at; }
Tensor staged(const Tensor& x) { return x + 1; }
Tensor inout(const Tensor& x) {
  if (x > 5) return x - 5;
  return x;
}
Tensor truth(Tensor x) { return x * 2; }
Tensor dim(Tensor x, int axis) { return x * axis; }
Tensor element_count(Tensor x) { return x + 7; }
AG_FUNCTION Tensor own_names(Tensor x) {
  Tensor y = element(x, 3);
  y = y + element_at(x, 2) + place(x, 4);
  while (y < 100) {
    Tensor size = ag::abs(y);
    y = staged(size) + inout(size);
  }
  return y * 1000 + truth(x) + dim(x, 2) + element_count(x);
}

/// Nobody can read what has no name.
AG_FUNCTION Tensor unnamed(Tensor x, int, double scale, Tensor) {
  if (x > 0) x = x * scale;
  return x;
}
AG_FUNCTION int unnamed_rounds(Tensor x, const std::vector<int>&, int = 0) {
  int n = 0;
  while (x > n) ++n;
  return n;
}

// Overloads of types of a namespace.
struct Circle {
  double r;
};
struct Box {
  double w, h;
};
AG_FUNCTION Tensor area(Circle c, Tensor s) { return s > 1 ? s * c.r : s; }
AG_FUNCTION Tensor area(const Box& b, Tensor s) {
  while (s < b.w) s = s + b.h;
  return s;
}

}  // namespace
}  // namespace functions_programs

void e2e::functions() {
  using namespace functions_programs;
  for (int x : {-7, 0, 3, 12}) {
    run("spread", spread, i64(x), i64(5));
    run("counters", counters, i64(x));
    run("generic", generic, f32(x * 3));
    run("at_once", at_once, i64(x));
    run("unnamed", unnamed, f32(x), x, 0.5, i64(x));
    run("unnamed_rounds", unnamed_rounds, i64(x), std::vector<int>{1, 2}, 3);
    run("nested", nested, i64(x));
    run("algorithm", algorithm, std::vector<Tensor>{i64(x), i64(-x), i64(4)});
    run("flipped", flipped, Pair{i64(x), i64(4)});
  }
  for (int x : {-4, 0, 1, 5, 40}) {
    run("roots", roots, f64(x));
    run("averages", averages, i64(x));
    run("variadic", variadic, i64(x));
    run("sums", sums, i64(x));
    run("triangles", triangles, i64(x));
    run("shapes_grown", shapes_grown, i64(x));
    run("own_names", own_names, f64(x));
  }
  for (int x : {-9, -1, 0, 2, 30}) {
    run("smoothed", smoothed, i64(x), i64(2));
    run("smoothed", smoothed, i64(x), i64(50));
    run("layers", layers, i64(x));
    run("network", network, Net{{i64(1), i64(2)}, i64(0)}, i64(x));
  }
  for (int n : {7, 15, 22, 49}) run("search", search, i64(n));
  for (int rows : {0, 1, 3, 5}) run("never_thrown", never_thrown, ag::tensor({rows, 2, 4}, ag::int64));
  for (const double x : {0.5, 3.0}) {
    run("overloads", [](Tensor t) { return area(Circle{2}, t) + area(Box{2, 1}, t); }, f64(x));
  }
}
