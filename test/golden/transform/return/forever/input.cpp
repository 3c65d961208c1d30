#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  while (true) {
    n += 3;
    if (n > 10) return n;
    if (n == 7) return -n;
  }
}
