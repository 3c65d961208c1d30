#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor did_break) {
  Tensor s = 0;
  while (did_break > 0) {
    did_break -= 1;
    if (did_break == 5) break;
    s += 1;
  }
  return s;
}
