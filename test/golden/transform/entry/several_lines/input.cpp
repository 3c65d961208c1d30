#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION
Tensor sum_to(Tensor first,  // from here
              Tensor last) {
  Tensor s = 0;
  while (first <= last) { s += first; first += 1; }
  return s;
}
