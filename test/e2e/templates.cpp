// Function templates whose instantiations take symbolic numbers: constraints, traits, `if constexpr`, casts, arguments
// that are not types, specialisations, and templates that call the lambdas and functions that they are given.
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace templates_programs {
namespace {

template <class T>
T clamp01(T x) {
  if (x < 0) return 0;
  if (x > T(1)) return T(1);
  return x;
}
template <std::integral T>
T gcd(T a, T b) {
  while (b != 0) {
    T r = a % b;
    a = b;
    b = r;
  }
  return a;
}
template <std::floating_point T>
T sigmoid(T x) {
  return T(1) / (T(1) + std::exp(-x));
}
auto square(auto v) { return v * v; }

template <class T>
T wrapped(T a, T b) {
  T sum = a + b;
  if constexpr (std::is_unsigned_v<T>) {
    if (sum < a) return std::numeric_limits<T>::max();
  } else {
    if (sum < T(-5)) return T(-5);
  }
  return sum;
}
template <class T>
T rooted(T x) {
  if constexpr (std::is_integral_v<T>)
    return x % 7;
  else
    return std::sqrt(x);
}
template <int N, class T>
T power(T x) {
  T result = 1;
  for (int i = 0; i < N; ++i) result *= x;
  return result;
}
template <class To, class From>
To convert(From x) {
  return static_cast<To>(x);
}
template <class T>
T newton_sqrt(T x, T tol = T(1e-4), int limit = 50) {
  T guess = x / 2;
  for (int i = 0; i < limit; ++i) {
    T next = T(0.5) * (guess + x / guess);
    if (std::abs(next - guess) < tol) return next;
    guess = next;
  }
  return guess;
}
template <int N>
double fact(double x) {
  if constexpr (N <= 1) {
    return x;
  } else {
    return N * fact<N - 1>(x) + x;
  }
}
template <class T>
struct Limits {
  static constexpr T top = T(3);
};
template <class T>
void bump(T& x, const T& by) {
  if (x < Limits<T>::top) x += by;
}
AG_FUNCTION Tensor of_types(Tensor x, Tensor n) {
  float f = x.item<float>();
  int k = int(n);
  double d = double(x);
  uint8_t u = static_cast<uint8_t>(n.item<int>());
  float c = clamp01(f);
  int g = gcd(k, 36);
  double s = sigmoid(d);
  int q = square(k);
  uint8_t w = wrapped(u, uint8_t(250));
  int w2 = wrapped(k, -100);
  double r = rooted(d) + rooted(k);
  double p = power<3>(d) + power<2>(d) + power<4>(k);
  int i = convert<int>(d * 10);
  float cc = convert<float>(k);
  double ns = newton_sqrt(d) + newton_sqrt(d, 0.5) + newton_sqrt(9.0);
  double fa = fact<4>(d);
  bump(k, 2);
  bump(d, 0.25);
  return ag::stack({Tensor(c), Tensor(g), Tensor(s), Tensor(q), Tensor(int(w)), Tensor(w2), Tensor(r), Tensor(p),
                    Tensor(i), Tensor(cc), Tensor(ns), Tensor(fa), Tensor(k), Tensor(d)});
}

template <class F>
double bisect(F f, double lo, double hi, double tol = 1e-6) {
  double flo = f(lo);
  while (hi - lo > tol) {
    const double mid = 0.5 * (lo + hi);
    const double fm = f(mid);
    if (flo * fm <= 0) {
      hi = mid;
    } else {
      lo = mid;
      flo = fm;
    }
  }
  return 0.5 * (lo + hi);
}
template <typename F>
double trapezoid(F&& f, double a, double b, int n) {
  const double h = (b - a) / n;
  double sum = 0.5 * (f(a) + f(b));
  for (int i = 1; i < n; ++i) sum += f(a + i * h);
  return sum * h;
}
template <class T, class F>
T simpson(const F& f, T a, T b) {
  T m = (a + b) / 2;
  return (b - a) / 6 * (f(a) + 4 * f(m) + f(b));
}
template <class F>
double adaptive(const F& f, double a, double b, double eps, int depth) {
  double whole = simpson(f, a, b);
  double m = 0.5 * (a + b);
  double parts = simpson(f, a, m) + simpson(f, m, b);
  if (depth <= 0 || std::fabs(parts - whole) < eps) return parts;
  return adaptive(f, a, m, eps / 2, depth - 1) + adaptive(f, m, b, eps / 2, depth - 1);
}
double cubic(double x) { return x * x * x - 2; }
inline double bell(double x) { return std::exp(-x * x); }

AG_FUNCTION double root(Tensor t) {
  const double c = double(t);
  return bisect([=](double x) { return x * x - c; }, 0, 10);
}
AG_FUNCTION double area(Tensor t) {
  const double upper = double(t);
  auto f = [](double x) { return x * std::sin(x); };
  return trapezoid(f, 0.0, upper, 10) + trapezoid(f, 0.0, 1.0, 4) +
         trapezoid([&](double x) { return x * upper; }, 0, 1, 5);
}
AG_FUNCTION double both(Tensor t) {
  const double hi = double(t) + 3;
  double r = bisect(cubic, 0.0, hi);
  return r + bisect(&cubic, 0.0, 2.0) + simpson([](double x) { return x * x; }, 0.0, hi) +
         simpson([](double x) { return std::cos(x); }, 0.0, hi);
}
AG_FUNCTION double rec(Tensor t) {
  return adaptive([](double x) { return std::sqrt(x) * x; }, 0.0, double(t), 1e-5, 6);
}
AG_FUNCTION double bells(Tensor t) { return trapezoid(bell, 0, double(t), 8); }
double plainly() {
  return bisect(cubic, 0, 3) + trapezoid([](double x) { return x; }, 0, 1, 3);
}

template <std::size_t N>
double horner(const std::array<double, N>& c, double x) {
  double r = 0;
  for (std::size_t i = N; i-- > 0;) r = r * x + c[i];
  return r;
}
template <class T, std::size_t N>
T norm(const std::array<T, N>& v) {
  T s{};
  for (const T& e : v) s += e * e;
  return std::sqrt(s);
}
template <class T>
T mean(const std::vector<T>& v) {
  T s = 0;
  for (T e : v) s += e;
  return s / static_cast<T>(v.size());
}
template <class T>
std::pair<T, T> minmax_of(T a, T b) {
  if (b < a) return {b, a};
  return {a, b};
}
template <typename T>
T lerp(T a, T b, T t) {
  return a + t * (b - a);
}
template <typename T>
T smooth(T x) {
  const T t = std::min(std::max(x, T(0)), T(1));
  return lerp(T(0), T(1), t * t * (T(3) - T(2) * t));
}
enum class Mode { Fast, Exact };
template <Mode M>
double eval(double x) {
  if constexpr (M == Mode::Fast) {
    return x - x * x * x / 6;
  } else {
    return std::sin(x);
  }
}
template <bool Up = true>
int rounded(double x) {
  if (Up) return static_cast<int>(std::ceil(x));
  return static_cast<int>(std::floor(x));
}
template <class T>
Tensor scaled(Tensor x, T factor, int times) {
  for (int i = 0; i < times; ++i) {
    if (ag::sum(x) > 10) return x;
    x = x * static_cast<T>(factor);
  }
  return x;
}
template <>
double smooth<double>(double x) {
  if (x < 0) return 0;
  return x > 1 ? 1 : x;
}
namespace num {
namespace {
template <class T>
T sign(T x) {
  return static_cast<T>((T(0) < x) - (x < T(0)));
}
}  // namespace
template <class T>
T relu(T x) {
  return x > T{} ? x : T{};
}
}  // namespace num
AG_FUNCTION Tensor of_structures(Tensor x) {
  double d = double(x);
  float f = float(x);
  double h = horner(std::array<double, 3>{1, 2, 3}, d);
  std::array<double, 2> v{d, 2 * d};
  double n = norm(v);
  std::vector<double> w{d, 1, 2};
  double m = mean(w);
  auto [lo, hi] = minmax_of(d, 1.0);
  float s = smooth(f);
  double s2 = smooth(d);
  double e = eval<Mode::Fast>(d) + eval<Mode::Exact>(d);
  int r = rounded(d) + rounded<false>(d);
  Tensor t = scaled(x, d, int(x) + 1);
  double g = num::sign(d) + num::relu(d) + num::sign(f) + num::relu(int(d) - 1);
  return ag::stack({Tensor(h), Tensor(n), Tensor(m), Tensor(lo), Tensor(hi), Tensor(s), Tensor(s2), Tensor(e),
                    Tensor(r), t, Tensor(g)});
}

/// What [=] copies in a template, and in a generic lambda: read where the lambda is written.
template <int N>
Tensor copied_in_template(Tensor x, Tensor by) {
  Tensor left = 2, sum = 0.0;
  do {
    --left;
    if (left == 1) x = by * 7;
    auto added = [=](Tensor p) { return p + x; };
    sum = left > 5 ? sum : added(sum + N);
  } while (left > 0);
  return sum;
}

AG_FUNCTION Tensor copied_by_lambdas(Tensor x) {
  Tensor left = 3, sum = 0.0, y = x;
  while (left > 0) {
    if (left == 2) y = x * 3;
    auto added = [=](auto p) { return p + y; };
    sum = left > 5 ? sum : added(sum);
    left -= 1;
  }
  return sum + copied_in_template<2>(x, y);
}

/// A structure that is made of values of a dependent type, where symbolic numbers may be in it.
struct Marked {
  Tensor value;
  bool large;
};
AG_FUNCTION Marked marked(Tensor x, const Marked& before) { return {before.value + x, before.large || x > 5}; }
template <class T>
T marked_twice(T x, const T& y) {
  const Marked once = marked(x, Marked{x > 2 ? y : x, false});
  return marked(y, Marked{x < 2 ? once.value : y, true}).value;
}

// A condition of dependent tensors becomes a tensor where one is taken.
template <class T>
T mask(T x, T y) {
  Tensor kept = x;
  if (y > 1) kept = ag::astype(x != y && ag::astype(y, ag::int64) >= 2, ag::float64);
  return kept + y;
}
AG_FUNCTION Tensor masked(Tensor x) { return mask(x, x * 2); }
AG_FUNCTION Tensor by_marks(Tensor x) { return marked_twice<Tensor>(x, x * 3); }

// Results of a written type, and of what the text makes of the arguments.
template <class T>
double twice(T t) {
  return t * 2.0;
}
template <class T>
bool is_large(const T& t, T least) {
  return t > least;
}
template <class T>
std::pair<int, Tensor> split(T t, Tensor x) {
  const int whole = static_cast<int>(t);
  return {whole, x * (t - whole)};
}
template <class... T>
auto summed(T... t) {
  return (t + ...);
}
AG_FUNCTION Tensor of_written_results(Tensor x) {
  const double a = x.item<double>();
  const auto [whole, rest] = split(a, x);
  return x + twice(a) + (is_large(a, 1.0) ? 10 : 20) + whole + rest + summed(a, 1, 0.5) + twice(3);
}

// Packs of numbers, templates of methods, static methods of a parameter, arrays and default objects.
template <class T>
T largest_of(T a) {
  return a;
}
template <class T, class... R>
T largest_of(T a, R... rest) {
  const T other = largest_of(rest...);
  return a > other ? a : other;
}
double weighted(auto... values) {
  double sum = 0;
  ((sum += values > 1 ? values : 0.5 * values), ...);
  return sum / sizeof...(values);
}
template <class... T>
double length_of(const T&... values) {
  const std::array<double, sizeof...(T)> all{static_cast<double>(values)...};
  double sum = 0;
  for (const double one : all) sum += one * one;
  return std::sqrt(sum);
}
struct Tally {
  double total = 0;
  int count = 0;
  template <class T>
  T add(T value) {
    if (value > 0) {
      total += value;
      ++count;
    }
    return value / 2;
  }
};
struct Bounds {
  double low = 0, high = 1;
};
struct Versions {
  int reads = 0;
  int of(int n) const { return n > 2 ? reads + 1 : reads; }
  int of(int n) { return n > 2 ? ++reads + 10 : 20; }
};
struct Clamp {
  template <class T>
  T operator()(T v) const {
    return v > 1 ? v : T(1);
  }
  static double scale(double v) { return v > 1 ? 1 : v; }
};
struct Double {
  static double scale(double v) { return 2 * v; }
};
template <class P>
double scaled(double v) {
  return P::scale(v) + 0.5;
}
template <class P>
struct Scaled {
  double bias = 0.25;
  double of(double v) const { return P::scale(v) + bias; }
};
template <class T, size_t N>
T above(const T (&values)[N], T limit) {
  T sum = 0;
  for (const T& one : values) sum += one > limit ? one : limit;
  return sum;
}
template <class F = Clamp>
double applied(double v, F f = F()) {
  return f(v) - 1;
}
double within(double v, Bounds limits = Bounds{-1, 2}) {
  return v < limits.low ? limits.low : v > limits.high ? limits.high : v;
}
AG_FUNCTION double of_packs(Tensor x) {
  const double a = x.item<double>();
  return largest_of(a, 2.0, a * a) + largest_of(3, int(x)) + weighted(a, 1, 2.5f) + weighted(int(x)) +
         length_of(a, 2, int(x));
}
AG_FUNCTION double of_members(Tensor x) {
  const double a = x.item<double>();
  Tally tally;
  const double half = tally.add(a) + tally.add(int(x)) + tally.add(3);
  const double values[3] = {a, 1, a - 2};
  const Clamp clamp;
  const Versions constant;
  Versions other;
  const double versions = constant.of(int(x)) + 100 * other.of(int(x));
  return versions + half + tally.total / tally.count + scaled<Clamp>(a) + scaled<Double>(a) + Scaled<Clamp>{}.of(a) +
         above(values, 0.5) + applied(a) + within(a) + within(a, {0, 1}) + clamp(a) + clamp(int(x));
}

// Numbers of tensors in templates, and methods there that are called with arguments of dependent type.
template <class T>
int halvings(T x, int most) {
  int n = static_cast<int>(x) / 8;
  while (x > 1 && n < most) {
    x = x / 2;
    ++n;
  }
  return n;
}
struct Totals {
  Tensor sum = 0.0;
  int count = 0;
  void add(Tensor x) { sum = sum + x; }
  void note(int n) { count += n; }
};
struct Labelled {
  std::string label = "limit";
  double limit = 2;
  double below(double x) const { return x > limit ? limit : x; }
};
const Labelled labelled;
template <class T>
T totalled(T x) {
  Totals totals;
  for (int i = 0; i < 4; ++i) {
    if (x > i) totals.note(int(x) + i);
    if (x > 1) totals.add(x * totals.count);
  }
  return totals.sum + totals.count + labelled.below(double(x));
}
AG_FUNCTION Tensor of_tensors(Tensor x) {
  const auto limited = [](auto y) { return labelled.below(double(y)); };
  return totalled(x) + halvings(x, 5) + limited(x / 2);
}

}  // namespace
}  // namespace templates_programs

void e2e::templates() {
  using namespace templates_programs;
  for (const double x : {0.26, 1.51, 7.0, 90.0}) run("of_tensors", of_tensors, f32(x));
  for (const double x : {0.26, 1.51, 7.0}) {
    run("of_packs", of_packs, f64(x));
    run("of_members", of_members, f64(x));
  }
  for (const double x : {0.26, 1.51, 7.0}) {
    for (const int n : {1, 27}) run("of_types", of_types, f64(x), ag::tensor(n));
    run("root", root, f64(x));
    run("of_written_results", of_written_results, f64(x));
    run("copied_by_lambdas", copied_by_lambdas, f64(x));
    run("by_marks", by_marks, f64(x));
    run("masked", masked, f64(x));
    run("area", area, f64(x));
    run("both", both, f64(x));
    run("rec", rec, f64(x));
    run("bells", bells, f64(x));
    run("of_structures", of_structures, f64(x - 1));
  }
  std::cout << plainly() << " " << clamp01(1.5) << " " << sigmoid(0.5f) << "\n";
}
