// Found beside this file, although its converted form lies elsewhere.
#include "steps.h"

#include <ag/ag.h>

#include "factor.h"

using ag::Tensor;

AG_FUNCTION Tensor steps(Tensor n) {
  Tensor count = 0;
  while (n != 1) {
    n = shrunk_or_grown(n);
    count += 1;
    if (count >= 1000) {
      break;
    }
  }
  return count;
}

int converted() { return AG_CONVERTED; }
