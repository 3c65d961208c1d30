#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  for (Tensor i : ag::range(n)) {
    if (i == 4) return 44;
  }
  for (Tensor i : ag::range(n)) {
    if (i == 2) return 22;
  }
  return n;
}
