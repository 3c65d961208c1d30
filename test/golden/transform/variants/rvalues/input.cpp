#include <ag/ag.h>

#include <memory>
#include <utility>
using ag::Tensor;

AG_CONVERT void advance(Tensor&& x, int by) {
  if (x > by) x = x + by;
}

AG_CONVERT Tensor scaled(std::unique_ptr<double> scale, Tensor x, int n) { return x > n ? x * *scale : x; }

AG_FUNCTION Tensor f(Tensor x) {
  Tensor y = x;
  if (x > 1) advance(std::move(y), int(x));
  return y + scaled(std::make_unique<double>(2.5), x, int(x));
}
