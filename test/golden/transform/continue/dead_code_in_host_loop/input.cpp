#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int k = 0; k < 3; ++k) {
    x = x + 1;
    if (x > 6) {
      x = x * 2;
      continue;
    } else {
      continue;
    }
    if (x > 9) x = 0;
  }
  return x;
}
