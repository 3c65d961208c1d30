// Operands of one operator that change the same variables: the first of them is evaluated first.
#include <array>
#include <cmath>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace evaluation_order_programs {
namespace {

struct Generator {
  unsigned state;
  double next() {
    state = state * 1664525u + 1013904223u;
    return (state >> 8) / 16777216.0;
  }
  unsigned bits() { return state = state * 1664525u + 1013904223u; }
  double normal() { return std::sqrt(-2 * std::log(next() + 1e-9)) * std::cos(6.283185307179586 * next()); }
};

AG_FUNCTION double generated(Tensor x) {
  Generator g{7u};
  if (x > 100) g.next();
  const double product = (g.next() - 2 * g.next()) * (g.next() / (1 + g.next()));
  const bool less = g.next() < g.next();
  const unsigned mixed = (g.bits() & 255u) - (g.bits() & 15u);
  return product + g.normal() * 10 + (less ? 100 : 0) + mixed % 1000u;
}

struct Stack {
  std::array<double, 8> values{};
  int size = 0;
  void push(double value) { values[size++] = value; }
  double pop() { return values[--size]; }
};

AG_FUNCTION double machine(Tensor x) {
  Stack stack;
  for (int k = 1; k <= 5; ++k) stack.push(k);
  if (x > 0) stack.push(double(x));
  stack.push(stack.pop() - stack.pop());
  stack.push(stack.pop() / stack.pop() - stack.pop());
  return stack.pop() * 100 + stack.size;
}

AG_FUNCTION int steps(Tensor x) {
  int left = 0, n = 3;
  if (x > 0) n = 4;
  const auto take = [&] { return left += n; };
  const int first = take() * 10 - take();
  while (n > 0) n -= take() - take() + 2 * n;
  return first * 100 + n + (left -= 2) * (left += 5) - left;
}

AG_FUNCTION double chosen(Tensor x) {
  const std::array<int, 6> digits = {3, 1, 4, 1, 5, 9};
  double values[3] = {0.5, 0.25, 0.125};
  int i = 0;
  if (x > 0) i = 1;
  const auto at = [&] { return i++; };
  const int apart = digits[at()] - 10 * digits[at()];
  return apart + values[at() % 3] / values[at() % 3];
}

double next_of(double& value) { return value = value * 1.5 + 1; }

/// What one operand changes the other one only reads.
AG_FUNCTION double read_beside(Tensor x) {
  Generator g{3u};
  double value = 1;
  if (x > 0) value = double(x), g.next();
  const double here = next_of(value) - value, there = value - next_of(value);
  return here + 10 * there + (g.state % 100u - g.bits() % 100u) + (g.bits() % 100u) * (g.state % 10u);
}

AG_FUNCTION int targets(Tensor x) {
  int a[7] = {};
  struct Point {
    int x, y;
  };
  std::array<Point, 7> p{};
  int i = 0;
  if (x > 0) i = 1;
  a[i++] = i;
  a[i++] = i;
  a[i] = i++;
  p[i].y = i++;
  p[--i].x = 4;
  int sum = i;
  for (int k = 0; k < 7; ++k) sum = sum * 7 + a[k] + 3 * p[k].x + 5 * p[k].y;
  return sum;
}

AG_FUNCTION double listed(Tensor x) {
  std::vector<double> list;
  double value = 1;
  for (Tensor k = 0; k < x; k = k + 1) list.push_back(value *= 1.5);
  const auto pop = [&] {
    const double last = list.back();
    list.pop_back();
    return last;
  };
  if (list.size() < 2) return 0;
  return pop() - 2 * pop();
}

}  // namespace
}  // namespace evaluation_order_programs

void e2e::evaluation_order() {
  using namespace evaluation_order_programs;
  for (const Tensor& x : {f64(2), f64(-3), f64(200)}) {
    run("generated", generated, x);
    run("machine", machine, x);
    run("steps", steps, x);
    run("chosen", chosen, x);
    run("read_beside", read_beside, x);
    run("targets", targets, x);
  }
  for (double count : {1.0, 5.0}) run("listed", listed, f64(count));
}
