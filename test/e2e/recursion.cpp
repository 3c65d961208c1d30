// Functions that call themselves: unrolled where the host decides, calls in the graph where a tensor or a number of the
// graph does.
#include <cmath>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace recursion_programs {
namespace {

int fibonacci(int n) {
  if (n < 2) return n;
  return fibonacci(n - 1) + fibonacci(n - 2);
}

// A number of the host that counts the calls becomes one of the graph.
int steps_to_one(int64_t n, int count) {
  if (n == 1) return count;
  if (n % 2 == 0) return steps_to_one(n / 2, count + 1);
  return steps_to_one(3 * n + 1, count + 1);
}

bool is_odd(unsigned n);
bool is_even(unsigned n) {
  if (n == 0) return true;
  return is_odd(n - 1);
}
bool is_odd(unsigned n) { return n == 0 ? false : is_even(n - 1); }

int ackermann(int m, int n) {
  if (m == 0) return n + 1;
  if (n == 0) return ackermann(m - 1, 1);
  return ackermann(m - 1, ackermann(m, n - 1));
}

int64_t divisor(int64_t a, int64_t b) noexcept { return b == 0 ? a : divisor(b, a % b); }

AG_FUNCTION Tensor of_numbers(Tensor x) {
  const int n = x.item<int>();
  const int64_t d = divisor(int64_t(n) * 6, 15) + divisor(12, 18);
  return Tensor(fibonacci(n)) + fibonacci(6) + 100 * steps_to_one(n + 1, 0) +
         (is_even(n) ? ackermann(2, n % 4) : 1000) + Tensor(d);
}

double bell(double t) { return std::exp(-t * t) * (3 * t + 1); }

double integral(double a, double b, double tolerance, int depth) {
  const double middle = (a + b) / 2;
  const double whole = (b - a) / 6 * (bell(a) + 4 * bell(middle) + bell(b));
  const double left = (middle - a) / 6 * (bell(a) + 4 * bell((a + middle) / 2) + bell(middle));
  const double right = (b - middle) / 6 * (bell(middle) + 4 * bell((middle + b) / 2) + bell(b));
  if (depth <= 0 || std::abs(left + right - whole) < 15 * tolerance) return left + right;
  return integral(a, middle, tolerance / 2, depth - 1) + integral(middle, b, tolerance / 2, depth - 1);
}

AG_FUNCTION double adaptive(Tensor x) { return integral(0, x.item<double>(), 1e-9, 24); }

Tensor halved(Tensor x, int depth) {
  if (ag::max(x) < 1) return x * depth;
  return halved(x / 2, depth + 1);
}

// Without a number in its signature.
Tensor lowered(Tensor x) {
  if (ag::max(x) < 1) return x;
  return lowered(x / 2) + 1;
}

void count_down(Tensor& x, int& n, const Tensor& limit) {
  if (ag::sum(x) > limit) {
    x = x - 1;
    ++n;
    count_down(x, n, limit);
    ++n;
  }
}

std::pair<int, Tensor> doubled(int calls, Tensor x) {
  if (ag::sum(x) > 10) return {calls, x};
  const auto [inner, y] = doubled(calls + 1, x * 2);
  return {inner + 1, y + calls};
}

AG_FUNCTION Tensor of_tensors(Tensor x) {
  int n = 0;
  Tensor y = x;
  count_down(y, n, Tensor(3.0f));
  auto [calls, z] = doubled(0, x);
  return halved(x, 0) + lowered(x) + n + y + calls + z;
}

struct Interval {
  double low, high;
  int steps;
};

Interval narrowed(Interval in, double wanted) {
  if (in.high - in.low < 1e-6) return in;
  const double middle = (in.low + in.high) / 2;
  Interval next = in;
  next.steps += 1;
  if (middle * middle > wanted)
    next.high = middle;
  else
    next.low = middle;
  return narrowed(next, wanted);
}

template <class T>
T power(T x, int n) {
  if (n == 0) return 1;
  const T half = power(x, n / 2);
  return n % 2 ? half * half * x : half * half;
}

int rounds(int n) { return n <= 0 ? 0 : 1 + rounds(n - 2); }
double rounds(double n) { return n <= 0 ? 0 : 1.5 + rounds(n - 2); }

AG_FUNCTION double of_others(Tensor x) {
  const double w = x.item<double>();
  const int n = int(w);
  const Interval root = narrowed({0, 100, 0}, w);
  return root.low + root.steps + power(w, n) + power(n, 3) + rounds(n) + rounds(w);
}

// The host has to know the number: unrolled, although a tensor decides how deep it goes.
Tensor layered(const std::vector<Tensor>& layers, Tensor x, int depth) {
  if (depth == 3) return x;
  if (ag::sum(x) > 20) return x;
  std::vector<Tensor> copies(depth + 1, x);
  return layered(layers, x * layers[depth] + copies.back(), depth + 1);
}

AG_FUNCTION Tensor unrolled(Tensor x) { return layered({x, x + 1, x * 2}, x, 0); }

int collatz_limited(int n, int left) {
  if (left == 0) throw std::runtime_error("too many");
  return n == 1 ? 0 : 1 + collatz_limited(n % 2 ? 3 * n + 1 : n / 2, left - 1);
}

AG_FUNCTION int throwing(Tensor x) { return collatz_limited(x.item<int>(), 12); }

// Methods, on objects whose numbers and tensors the calls change.
struct Descent {
  int calls = 0;
  double sum = 0;
  int down(int n) {
    ++calls;
    sum += n * 0.5;
    if (n <= 0) return calls;
    return down(n - (n % 2 ? 1 : 2)) + 10;
  }
  bool even(int n) const { return n == 0 ? calls > 0 : odd(n - 1); }
  bool odd(int n) const { return n == 0 ? calls < 0 : even(n - 1); }
  static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
};

class Root {
 public:
  explicit Root(double wanted) : wanted_(wanted) {}
  double between(double low, double high) const {
    const double middle = (low + high) / 2;
    if (high - low < 0.1) return middle;
    return middle * middle < wanted_ ? between(middle, high) : between(low, middle);
  }

 private:
  double wanted_;
};

struct Power {
  Tensor base;
  Tensor of(Tensor n) const {
    if (n < 1) return base * 0 + 1;
    return base * of(n - 1);
  }
};

AG_FUNCTION double of_methods(Tensor x) {
  Descent descent;
  const int n = int(x);
  const int deep = descent.down(n);
  double result = deep + 0.25 * descent.calls + descent.sum + (descent.even(n) ? 100 : 200);
  result += Root(double(x)).between(0, 64) + Descent::gcd(n + 6, 9);
  return result + double(ag::sum(Power{x}.of(ag::tensor(n))));
}

}  // namespace
}  // namespace recursion_programs

void e2e::recursion() {
  using namespace recursion_programs;
  for (const double x : {0.5, 3.0, 8.0}) run("of_methods", of_methods, f64(x));
  for (const int n : {1, 2, 7, 10}) run("of_numbers", of_numbers, ag::tensor(n, ag::int32));
  for (const double x : {0.25, 1.0, 2.5}) run("adaptive", adaptive, f64(x));
  for (const double x : {0.5, 2.5, 40.0}) run("of_tensors", of_tensors, ag::tensor({x, x + 1}));
  for (const double x : {0.5, 2.5, 4.0}) run("of_others", of_others, f64(x));
  for (const double x : {0.5, 2.5, 4.0}) run("unrolled", unrolled, ag::tensor({x, x + 1}));
  for (const int n : {1, 3, 27}) run("throwing", throwing, ag::tensor(n, ag::int32));
}
