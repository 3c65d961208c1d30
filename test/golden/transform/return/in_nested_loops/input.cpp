#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i : ag::range(n)) {
    for (Tensor j : ag::range(i)) {
      if (i * j == 6) return s + j;
      if (j > 4) break;
      s += 1;
    }
    s += 10;
  }
  ag::print("fell out");
  return s;
}
