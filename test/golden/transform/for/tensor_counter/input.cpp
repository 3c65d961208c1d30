#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor sum_of_even(Tensor n) {
  Tensor sum = 0;
  for (Tensor i = 0; i < n; i += 2) {  // the step runs after continue, too
    if (i == 4) continue;
    sum += i;
  }
  return sum;
}
