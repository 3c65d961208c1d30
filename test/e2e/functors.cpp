// Objects of the user's classes that are called like functions, with numbers that a tensor decides: by themselves, by
// templates that are given them, and by algorithms of the library.
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace functors_programs {

namespace functor_tools {

template <class F>
double root(const F& f, double lo, double hi) {
  while (hi - lo > 0.25) {
    const double middle = (lo + hi) / 2;
    if (f(middle) > 3) {
      hi = middle;
    } else {
      lo = middle;
    }
  }
  return lo;
}

template <class F, class G>
double through(F f, const G& g, double a) {
  return f(g(a)) + g(f(a + 1));
}

}  // namespace functor_tools

namespace {

template <class F>
double three_times(F f, double a) {
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    sum += f(a + i);
    if (sum > 10) return sum;
  }
  return sum;
}

/// It has no number of its own, and stands behind the templates that call it.
struct Square {
  double operator()(double v) const { return v * v; }
};

struct Line {
  double slope = 1, offset = 2;
  double operator()(double v) const {
    if (v > 1) return slope * v + offset;
    return slope;
  }
  double operator()(double v, double w) const { return v - w * slope; }
};

AG_FUNCTION Tensor without_numbers(Tensor x) {
  const Square square;
  Square again;
  if (x > 1) again = Square{};
  return x + three_times(square, double(x)) + three_times(Square(), 2) + again(double(x)) +
         functor_tools::root(square, 0, double(x));
}

AG_FUNCTION Tensor with_numbers(Tensor x) {
  Line line;
  if (x > 1) line.slope = double(x);
  double sum = three_times(line, double(x)) + functor_tools::root(line, 0, 8);
  sum += functor_tools::root(Line{2, double(x)}, 0, 4) + line(3, double(x));
  return x + sum + functor_tools::through(line, Square(), double(x));
}

struct Descending {
  bool operator()(double a, double b) const { return a > b; }
};
struct Odd {
  bool operator()(int a) const { return a % 2 != 0; }
};
struct Weighed {
  double operator()(double sum, double element) const { return sum + 2 * element; }
};

AG_FUNCTION Tensor in_algorithms(Tensor x) {
  std::vector<double> values{3, double(x), 1, 7};
  std::sort(values.begin(), values.end(), Descending{});
  std::transform(values.begin(), values.end(), values.begin(), Square{});
  const std::vector<int> whole{3, int(x), 1, 8};
  const auto odd = std::count_if(whole.begin(), whole.end(), Odd());
  return x + values[0] * 10 + values[3] + int(odd) * 100 +
         std::accumulate(values.begin(), values.end(), 0.0, Weighed{});
}

/// What a class is made for that has only functions.
struct Rules {
  static double halved(double v) {
    if (v > 1) return v / 2;
    return v;
  }
  double doubled(double v) const { return halved(v) * 4; }
};

template <int N>
struct Row {
  double at[N] = {};
  void set(int k, double v) { at[k] = v; }
  static constexpr int size() { return N; }
  static double scaled(double v) { return v > N ? v : N * v; }
};

AG_FUNCTION Tensor static_methods(Tensor x) {
  Rules rules;
  Row<3> row;
  row.set(1, double(x));
  return x + Rules::halved(double(x)) + rules.halved(double(x)) + rules.doubled(double(x)) + row.size() * row.at[1] +
         row.scaled(double(x));
}

/// What is converted in a generic lambda may be symbolic in one call, and known in another.
AG_FUNCTION Tensor casts_in_generic_lambdas(Tensor x, double known) {
  const auto raised = [](auto v) { return static_cast<double>(v) + 1; };
  const auto whole = [](auto v) { return int(v) / 2; };
  const auto sum = [](auto... all) { return (static_cast<double>(all) + ...); };
  const auto product = []<class... A>(A... all) { return (double(all) * ... * 1.0); };
  const double plain = raised(known) + whole(known) + sum(known, 1) + product(2, known);
  return x + raised(int(x)) + whole(float(x)) + sum(int(x), 1.5, 2) + product(1, int(x)) + plain;
}

/// A vector that a method, or an instantiation of a template, returns.
struct Series {
  double factor;
  std::vector<double> terms(int n) const {
    std::vector<double> list;
    for (int k = 0; k < n; ++k) list.push_back(factor * k);
    return list;
  }
};
template <class F>
std::vector<double> mapped(const std::vector<double>& values, F f) {
  std::vector<double> result;
  for (double one : values) {
    result.push_back(f(one));
    result.emplace_back(1);
  }
  return result;
}

AG_FUNCTION Tensor returned_vectors(Tensor x) {
  const Series series{double(x)};
  double sum = 0;
  for (double one : series.terms(3)) sum += one;
  const std::vector<double> values{1, double(x)};
  for (double one : mapped(values, Square{})) sum += one;
  for (double one : mapped(values, [](double k) { return k + 1; })) sum += one;
  return x + sum;
}

/// Instantiations that only what they call tells apart.
template <class F>
double twice(F f, double a) {
  return f(a) + f(2);
}
double shifted(int n) { return n + 0.5; }
AG_FUNCTION Tensor several_signatures(Tensor x) {
  double sum = twice([](double k) { return k + 1; }, double(x)) + twice([](double k) { return k * 3; }, double(x));
  sum += twice([](int k) { return k / 2; }, double(x)) + twice([](double k) { return int(k); }, double(x));
  return x + sum + twice(shifted, double(x)) + twice(Square(), double(x));
}

/// The templates are declared before the class that they take.
template <class T>
struct Span;
template <class T>
T length(const Span<T>& span);
template <class T>
struct Span {
  T from, to;
  T twice_as_long() const { return 2 * length(*this); }
};
template <class T>
T length(const Span<T>& span) {
  return span.from < span.to ? span.to - span.from : T(0);
}
AG_FUNCTION Tensor declared_before(Tensor x) {
  const Span<double> span{1, double(x)};
  return x + length(span) + span.twice_as_long();
}

/// Functions of the library in generic lambdas, and templates whose concepts hold for what they are given.
template <class T>
concept OfNumber = requires(T t, double d) {
  { t(d) } -> std::convertible_to<double>;
};
double constrained(OfNumber auto f, double a) { return f(a) * 3; }
double forwarded(const OfNumber auto& f, double a, auto&& g) { return f(a) + g(2); }

AG_FUNCTION Tensor in_generic_code(Tensor x) {
  const auto math = [](auto a) { return std::round(a) + std::abs(a) + std::pow(a, 2) + std::floor(a / 2); };
  const auto range = [](auto a, auto b) {
    using std::max;
    return max(a, b) * 10 + std::min(a, b);
  };
  const auto line = [](double v) { return v + 1; };
  const double n = double(x);
  x = x + math(n) + math(int(x)) + math(float(x)) + math(2) + range(n, 2.5) + range(n, n + 1);
  return x + constrained(line, n) + constrained(Square(), n) + forwarded(line, n, [](double v) { return v / 2; });
}

/// Who catches an object of a class of numbers, or of one without members, knows it by its class.
// No members, no numbers given: a tensor decides the numbers that come back.
struct Levels {
  static int coarse(Tensor x) {
    int level(ag::all(x <= 0.25) ? 10 : 7);
    return level;
  }
  static int counted(Tensor x, Tensor& calls) {
    calls += 1;
    return ag::all(x <= 3) ? 1 : 2;
  }
};
struct Fine {
  float operator()(Tensor x) const {
    float level = ag::all(x <= 0.25) ? 0.5f : 0.25f;
    return level;
  }
};
AG_FUNCTION Tensor without_members(Tensor x) {
  Tensor calls = 0;
  const int coarse = Levels::coarse(x);
  return x + coarse + 100 * Levels::counted(x, calls) + 1000 * calls + Fine()(x);
}
struct Failure {
  int code = 0;
  double more = 2;
};
struct Refusal {
  explicit Refusal(int) {}
};
AG_FUNCTION Tensor thrown_objects(Tensor x, int k) {
  if (k > 2) throw Refusal(k);
  if (k > 1) throw Failure{k, 2.5};
  return x + k;
}
void catch_objects() {
  for (int k : {1, 2, 3}) {
    try {
      std::cout << thrown_objects(e2e::f64(1), k) << "\n";
    } catch (const Failure& failure) {
      std::cout << "failure " << failure.code + failure.more << "\n";
    } catch (const Refusal&) {
      std::cout << "refusal\n";
    }
  }
}

}  // namespace
}  // namespace functors_programs

void e2e::functors() {
  using namespace functors_programs;
  catch_objects();
  for (double x : {-2.0, 0.5, 3.0, 4.25}) {
    run("without_numbers", without_numbers, f64(x));
    run("with_numbers", with_numbers, f64(x));
    run("in_algorithms", in_algorithms, f64(x));
    run("returned_vectors", returned_vectors, f64(x));
    run("several_signatures", several_signatures, f64(x));
    run("declared_before", declared_before, f64(x));
    run("in_generic_code", in_generic_code, f64(x));
    run("static_methods", static_methods, f64(x));
    run("without_members", without_members, f64(x));
    run("casts_in_generic_lambdas", casts_in_generic_lambdas, f64(x), 2.5);
  }
}
