#include <ag/ag.h>

#include <cmath>
using ag::Tensor;

template <class F>
double bisect(F f, double low, double high, double tolerance = 1e-6) {
  while (high - low > tolerance) {
    const double middle = 0.5 * (low + high);
    if (f(low) * f(middle) <= 0)
      high = middle;
    else
      low = middle;
  }
  return low;
}
template <class T, class F>
T simpson(const F& f, T a, T b) {
  return (b - a) / 6 * (f(a) + 4 * f((a + b) / 2) + f(b));
}
template <class F>
double adaptive(const F& f, double a, double b, double eps, int depth) {
  const double whole = simpson(f, a, b), m = (a + b) / 2;
  const double parts = simpson(f, a, m) + simpson(f, m, b);
  if (depth <= 0 || std::fabs(parts - whole) < eps) return parts;
  return adaptive(f, a, m, eps / 2, depth - 1) + adaptive(f, m, b, eps / 2, depth - 1);
}
double cubic(double x) { return x * x * x - 2; }

AG_FUNCTION double f(Tensor t) {
  const double c = double(t);
  auto bell = [](double x) { return std::exp(-x * x); };
  // Known numbers and a lambda that gives symbolic ones; symbolic numbers and a lambda, or a function, that gives what it
  // gets; nothing symbolic at all.
  const double root = bisect([=](double x) { return x * x - c; }, 0, 10);
  return root + bisect(cubic, 0.0, c + 3) + adaptive(bell, 0.0, c, 1e-5, 3) + simpson([](double x) { return x; }, 0.0, 1.0);
}
