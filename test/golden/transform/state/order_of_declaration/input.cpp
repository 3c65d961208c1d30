#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor z, Tensor a) {
  Tensor m = 0, b = 0;
  while (z > 0) {
    b += 1;
    a += b;
    m += a;
    z -= 1;
  }
  return m + a + b;
}
