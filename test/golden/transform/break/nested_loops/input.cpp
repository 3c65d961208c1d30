#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i : ag::range(n)) {
    for (Tensor j : ag::range(i)) {
      if (j == 3) break;
      if ((i + j) % 3 == 0) continue;
      s += i * j;
    }
    if (s > 30) break;
    s += 1;
  }
  return s;
}
