#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (n > 0) {
    n -= 1;
    if (n % 3 == 0) {
      s += 100;
      break;
    } else {
      s += 1;
      continue;
    }
  }
  return s;
}
