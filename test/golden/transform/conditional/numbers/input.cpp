#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  Tensor y = a > 2 ? 1 : 0;
  Tensor z = a > 3 ? 1 : 0.5;
  return y + z + (a > 4 ? a : 0);
}
