#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

AG_FUNCTION double f(Tensor x) {
  double a = double(x);
  const int known = std::max({1, 2, 3});
  return std::max({a, 1.0, 2.0}) - std::min<double>({a, 1}) + known;
}
