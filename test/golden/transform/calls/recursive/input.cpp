#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor factorial(Tensor n) {
  if (n <= 1) return 1;
  return n * factorial(n - 1);
}
