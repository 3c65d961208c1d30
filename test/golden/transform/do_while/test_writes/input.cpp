#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor last;
  do {
    last = n * 2;
    ag::print(last);
  } while ((n -= 1) > 0 && last > 4);
  return n;
}
