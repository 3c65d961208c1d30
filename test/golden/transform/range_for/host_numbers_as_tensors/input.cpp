#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (Tensor i : ag::range(3)) x = x * i;
  for (Tensor i : ag::range(3)) {
    if (x > i) break;
    x += 1;
  }
  return x;
}
