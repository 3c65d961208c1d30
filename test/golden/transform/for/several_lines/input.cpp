#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i = 0;  // from the first
       i < n;         // to the last
       i += 1) {      // one by one
    s += i;
  }
  return s;
}
