#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor digits(Tensor n) {
  Tensor count = 0;
  do {
    n = n / 10;
    count += 1;
  } while (n > 0);  // at least one
  return count;
}
