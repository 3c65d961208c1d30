#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = 0;
  // decide
  if (x > 2  // is it big
      && x < 9) {  // but not too big
    y = 1;  // yes
  }  // end
  else  // otherwise
  {
    y = 2; /* no */
  }
  return y;
}
