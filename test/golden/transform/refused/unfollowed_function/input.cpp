// Nobody knows what these functions call, or what that changes: their numbers have to be known.
#include <ag/ag.h>
#include <cmath>
#include <functional>
using ag::Tensor;

struct Problem {
  std::function<double(double)> f;
};
std::function<double(double)> current = [](double t) { return t; };

double twice(const std::function<double(double)>& f, double a) { return f(f(a)); }

AG_FUNCTION Tensor of_a_member(Tensor x, bool given) {
  Problem problem{[](double t) { return t; }};
  std::function<double(double)> f = problem.f;
  if (given) f = [](double t) { return 2 * t; };
  return x + f(double(x)) + twice(problem.f, 2);
}

AG_FUNCTION Tensor counts_itself(Tensor x) {
  return x + twice([calls = 0](double t) mutable { return t + ++calls; }, double(x));
}

AG_FUNCTION Tensor chosen(Tensor x) {
  std::function<double(double)> f = [](double t) { return t; };
  if (x > 1) f = [](double t) { return 2 * t; };
  return x + f(1);
}

AG_FUNCTION Tensor changed_later(Tensor x) {
  double a = 0, b = 0;
  std::function<void()> add = [&] { a += 1; };
  add = [&] { b += 1; };
  if (x > 1) add();
  return x + a + b;
}
