#include <ag/ag.h>

#include <tuple>
#include <utility>
using ag::Tensor;

std::pair<double, int> halved(double x, int n) { return {x / 2, n + 1}; }

AG_FUNCTION int f(Tensor x) {
  double value = double(x);
  int n = 0;
  while (value > 0.1) std::tie(value, n) = halved(value, n);
  return n;
}
