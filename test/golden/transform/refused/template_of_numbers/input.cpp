#include <ag/ag.h>

#include <concepts>
using ag::Tensor;

template <class F>
double trapezoid(F f, double a, double b) {
  return 0.5 * (b - a) * (f(a) + f(b));
}

template <std::floating_point T>
T square(T x) {
  return x * x;
}

AG_FUNCTION double f(Tensor t) {
  const double upper = double(t);
  return trapezoid([](double x) { return x * x; }, 0, upper) + square(upper) + square(2.0);
}
