#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  while (x > 3) {
    if (x == 7) break;  // seven
    x -= 1;
  }
  return x;
}
