#include <ag/ag.h>

#include <functional>
#include <vector>

using ag::Tensor;

Tensor up(Tensor x) { return x + 1; }
Tensor down(Tensor x) { return x - 2; }
Tensor through(Tensor (*f)(Tensor), Tensor x) { return f(x) + f(x + 1); }
double half(double x) { return x / 2; }

AG_FUNCTION Tensor of_tensors(Tensor x) {
  std::function<Tensor(Tensor)> f = up;
  if (x > 0) f = [&](Tensor y) { return y * x; };
  Tensor (*g)(Tensor) = x > 1 ? up : down;
  if (f == nullptr || !g) x = 0;
  return f(x) + through(g, x);
}
AG_FUNCTION double of_numbers(Tensor x) {
  std::function<double(double)> f = half;
  if (x > 0) f = [](double y) { return y + 1; };
  std::vector<std::function<double(double)>> steps{f, half};
  double y = x.item<double>();
  for (const auto& step : steps) y = step(y);
  return y;
}
