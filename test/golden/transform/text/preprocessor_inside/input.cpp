#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x > 3) {
#if 1
    x = x - 3;
#else
    x = x + 3;
#endif
  }
  return x;
}
