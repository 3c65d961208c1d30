#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (auto i : ag::range(n)) {
    s += i;
  }
  return s;
}
