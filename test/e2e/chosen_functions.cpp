// Functions as values that are lambdas of other functions, chosen ones, and function objects of the library.
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace chosen_functions_programs {
namespace {
using Field = std::function<double(double)>;

auto distance_from(int k) {
  return [k](int x) { return x > k ? x - k : k - x; };
}
auto scaled(double k) {
  return [k](double t) { return t > 1 ? k * t : t; };
}
auto shifted(int k) {
  return [k](int t) { return t + k; };
}
template <class F>
auto twice(const F& f, int x) {
  auto y = f(x);
  return f(y);
}
template <class F>
int once(F f, int x) {
  return f(x);
}
template <class F>
double integral(F f, double a, double b) {
  double sum = 0;
  for (int k = 0; k < 4; ++k) sum += f(a + (b - a) * k / 4);
  return sum * (b - a) / 4;
}
AG_FUNCTION int by_generic_lambda(Tensor x) {
  auto f = distance_from(9);
  auto g = [](auto f, auto x) { return f(x) + 1; };
  auto h = [g](const auto& f, auto x) { return g(f, x) + 1; };
  return g(f, x.item<int>()) + h(distance_from(2), x.item<int>());
}
AG_FUNCTION int by_lambda_in_template(Tensor x) {
  auto f = distance_from(9);
  auto g = [](auto f, auto x) { return f(x) + 1; };
  return twice([&](const int& x) { return g(f, x); }, x.item<int>());
}
AG_FUNCTION int by_template(Tensor x) {
  return twice(distance_from(3), x.item<int>()) + once(distance_from(4), x.item<int>());
}
AG_FUNCTION int made_of_symbolic_number(Tensor x) {
  auto g = [](auto f, auto x) { return f(x); };
  const auto f = distance_from(x.item<int>() / 2);
  return g(f, 7) + f(x.item<int>());
}
AG_FUNCTION int with_known_numbers(Tensor x) {
  auto g = [](auto f, auto v) { return f(v); };
  const int n = g(distance_from(1), 4);
  int sum = 0;
  for (int k = 0; k < n; ++k) sum += x.item<int>();
  return sum;
}
AG_FUNCTION double area(Tensor x) { return integral(scaled(2.5), 0, x.item<double>()); }
int plainly_shifted(int v) { return shifted(2)(v); }

double ball(double x) { return x > 0 ? x - 1 : -x - 1; }
double box(double x) { return std::max(x, 2.0) - 0.8; }
Field joined(Field a, Field b, double k) {
  return [=](double x) { return a(x) > b(x - 1) ? a(x) : k * b(x); };
}
double applied_twice(const Field& f, double v) { return f(f(v)); }
AG_FUNCTION double marched(Tensor x, bool smooth) {
  const Field field = smooth ? joined(ball, box, 0.3) : Field(ball);
  double t = 0;
  for (int k = 0; k < 5; ++k) {
    const double d = field(x.item<double>() + t);
    if (d < 1e-4) return t;
    t += d / 2;
  }
  return t;
}
AG_FUNCTION double of_joined(Tensor x) {
  const Field field = joined(ball, box, 0.5);
  return field(x.item<double>());
}
AG_FUNCTION double chosen_pointer(Tensor x, int which) {
  double (*f)(double) = which == 0 ? ball : box;
  return f(x.item<double>()) * 2;
}
AG_FUNCTION double chosen_lambda(Tensor x, bool first) {
  const double v = x.item<double>();
  Field f = first ? Field([=](double t) { return t * v; }) : Field{[](double t) { return t + 1; }};
  return f(v);
}
AG_FUNCTION double chosen_argument(Tensor x, bool first) {
  return applied_twice(first ? Field(ball) : box, x.item<double>());
}
AG_FUNCTION double chosen_variable(Tensor x, bool first) {
  Field f = ball, g = [](double t) { return t * t; };
  const Field h = first ? f : g;
  return h(x.item<double>());
}
AG_FUNCTION double chosen_for_known_number(Tensor x, bool first) {
  const Field h = first ? Field(ball) : Field(box);
  return h(2.0) * x.item<double>();
}

template <class Compare>
int inversions(const Tensor& row, Compare before) {
  int count = 0;
  for (int k = 1; k < row.shape(0); ++k) count += before(row[k].item<double>(), row[k - 1].item<double>()) ? 1 : 0;
  return count;
}
AG_FUNCTION int disordered(Tensor row, bool down) {
  return down ? inversions(row, std::greater<double>()) : inversions(row, [](double a, double b) { return a < b; });
}
AG_FUNCTION int disordered_by_others(Tensor row) {
  return inversions(row, std::less<>()) + 10 * inversions(row, std::less<double>()) +
         100 * inversions(row, std::less_equal<double>{});
}
template <class F, class T>
T folded(const std::vector<T>& v, T start, F f) {
  for (const T& one : v) start = f(start, one);
  return start;
}
AG_FUNCTION int folds(Tensor x) {
  const std::vector<int> v{x.item<int>(), 3, 4};
  return folded(v, 1, std::multiplies<int>()) + folded(v, 0, std::plus<int>()) + folded(v, 0, std::plus<>()) +
         folded(v, 100, std::minus<int>());
}
AG_FUNCTION double by_algorithms(Tensor x) {
  const std::vector<double> v{x.item<double>(), 2, 3};
  std::vector<double> w(3), sums(3);
  std::transform(v.begin(), v.end(), v.begin(), w.begin(), std::plus<double>());
  std::transform(w.begin(), w.end(), w.begin(), std::negate<double>());
  std::partial_sum(w.begin(), w.end(), sums.begin(), std::multiplies<double>());
  return sums[2] + w[1] + std::accumulate(v.begin(), v.end(), 1.0, std::multiplies<double>()) -
         std::accumulate(v.begin(), v.end(), 9, std::minus<int>());
}
template <class C>
int count_pairs(const std::vector<double>& v, C compare) {
  int n = 0;
  for (size_t i = 0; i + 1 < v.size(); ++i) {
    if (compare(v[i], v[i + 1])) ++n;
  }
  return n;
}
AG_FUNCTION int named_objects(Tensor x) {
  const std::vector<double> v{x.item<double>(), 2, 3, x.item<double>()};
  const std::greater<double> greater;
  std::less<> less;
  return count_pairs(v, greater) + 10 * count_pairs(v, less) + 100 * count_pairs(v, std::not_equal_to<double>());
}
int applied(const std::function<int(int, int)>& f, int a, int b) { return f(a, b); }
AG_FUNCTION int as_std_function(Tensor x, bool subtracts) {
  const int n = x.item<int>();
  return applied(std::plus<int>(), n, 3) +
         applied(subtracts ? std::function<int(int, int)>(std::minus<int>()) : std::modulus<int>(), n, 3);
}
template <class C>
Tensor larger(Tensor a, Tensor b, C compare) {
  if (compare(a.item<double>(), b.item<double>())) return a;
  return b;
}
AG_FUNCTION Tensor compared(Tensor a, Tensor b) {
  return larger(a, b, std::greater<double>()) - 3 * larger(a, b, std::less<>());
}
template <class Op>
double computed(double a, int b, Op op) {
  return op(a, b);
}
AG_FUNCTION double converts(Tensor a) {
  return computed(a.item<double>(), 2, std::plus<int>()) + computed(a.item<double>(), 2, std::multiplies<>());
}
}  // namespace
}  // namespace chosen_functions_programs

void e2e::chosen_functions() {
  using namespace chosen_functions_programs;
  const auto f64 = [](double x) { return ag::tensor(x, ag::float64); };
  for (const int n : {1, 7, 20}) {
    const Tensor x = ag::tensor(n);
    run("by_generic_lambda", by_generic_lambda, x);
    run("by_lambda_in_template", by_lambda_in_template, x);
    run("by_template", by_template, x);
    run("made_of_symbolic_number", made_of_symbolic_number, x);
    run("with_known_numbers", with_known_numbers, x);
    run("folds", folds, x);
    for (const bool one : {false, true}) run("as_std_function", as_std_function, x, one);
  }
  const Tensor up = ag::tensor({1.0, 2.0, 4.0, 8.0}, ag::float64);
  for (const double v : {0.5, 2.0, 9.0, -3.0}) {
    const Tensor x = f64(v);
    run("area", area, x);
    run("of_joined", of_joined, x);
    for (const bool one : {false, true}) {
      run("marched", marched, x, one);
      run("chosen_pointer", chosen_pointer, x, int(one));
      run("chosen_lambda", chosen_lambda, x, one);
      run("chosen_argument", chosen_argument, x, one);
      run("chosen_variable", chosen_variable, x, one);
      run("chosen_for_known_number", chosen_for_known_number, x, one);
      run("disordered", disordered, up, one);
    }
    run("disordered_by_others", disordered_by_others, up);
    run("compared", compared, x, f64(2.0));
    run("converts", converts, x);
    run("by_algorithms", by_algorithms, x);
    run("named_objects", named_objects, x);
  }
  std::cout << plainly_shifted(3) << " " << larger(up[0], up[1], [](double a, double b) { return a < b; }) << "\n";
}
