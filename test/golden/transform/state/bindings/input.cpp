#include <ag/ag.h>
#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  auto [a, b] = std::pair<Tensor, Tensor>(0, 1);
  while (n > 0) {
    Tensor t = a + b;
    a = b;
    b = t;
    n -= 1;
  }
  return a;
}
