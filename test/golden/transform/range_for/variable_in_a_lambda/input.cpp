#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(const Tensor& xs, Tensor y) {
  for (Tensor x : xs) {
    auto shifted = [&]() -> Tensor { return y + x; };
    if (y > 0) y = shifted();
  }
  return y;
}
