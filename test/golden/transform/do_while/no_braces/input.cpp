#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  do n -= 3; while (n > 0);
  do
    n += 1;
  while (n < 2 && n != 1);
  return n;
}
