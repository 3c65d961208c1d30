// A template that calls itself with the function that it was given: the graph calls itself.
#include <ag/ag.h>

using ag::Tensor;

template <class F>
double bisected(F f, double a, double b, int depth) {
  const double middle = (a + b) / 2;
  if (depth == 0) return middle;
  return f(middle) > 0 ? bisected(f, a, middle, depth - 1) : bisected(f, middle, b, depth - 1);
}

double doubled(const auto& f, double a, int depth) { return depth == 0 ? a : 2 * doubled(f, f(a), depth - 1); }

AG_FUNCTION Tensor root(Tensor x) {
  const double square = bisected([](double t) { return t * t - 2; }, 0, double(x), 60);
  return Tensor(square + doubled([](double t) { return t + 1; }, double(x), 3));
}
