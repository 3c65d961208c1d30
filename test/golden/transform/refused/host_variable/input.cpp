#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  long double total = 0;
  while (x > 1) {
    x = x / 2;
    total += 0.5L;
  }
  return x + double(total);
}
