#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (auto i : ag::range(3)) {
    if (x > i) x = x - 1;
  }
  return x;
}
