#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto g = [](Tensor k) {
    if (k > 3) return k * 10;
    return k;
  };
  return g(x);
}
