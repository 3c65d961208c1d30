#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor a = x, b = x * 2;
  int n = int(x), m = 2;
  const Tensor& larger = x > 2 ? a : b;
  const int& count = x > 3 ? n : m;
  a = a + 100;
  ++n;
  return larger + count;
}

AG_CONVERT Tensor g(Tensor x) {
  const Tensor a = x, b = x * 2;
  const Tensor& larger = x > 2 ? a : b;
  return larger + 1;
}
