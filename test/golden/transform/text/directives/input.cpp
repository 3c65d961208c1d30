#include <ag/ag.h>
using ag::Tensor;

#define FEW 1

AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  while (x > 1  // large
#if FEW
         && n < 3
#else
         && n < \
            4
#endif
  ) {
    x = x / 2;
    ++n;
  }
  return x > 0
#  ifdef FEW
             ? x + n
#  else
             ? x + 2
#  endif
             : x - 1;
}
