#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  while (n > 10) n = n / 2;
  return n;
}
