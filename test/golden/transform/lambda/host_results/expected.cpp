#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <functional>
using ag::Tensor;

// What calls a lambda that has to know its numbers.
template <class F>
double trapezoid(F f, double a, double b) {
  double total = 0;
  for (int i = 0; i < 10; ++i) total += f(a + (b - a) * i / 10);
  return total * (b - a) / 10;
}
double applied(std::function<double(double)> f, double x) { return f(x); }

AG_CONVERT Tensor integral(Tensor x) {
  ag::Staged<double> scale = 3;
  ag::if_stmt(sum(x) > 0, AG_STATE(scale), [&] { scale = 4; });
  const double area = trapezoid([](double t) { return t > 1 ? 1 : t; }, 0, 2);
  return x * scale * area * applied([](double t) { return t * t; }, 3);
}
