#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor s = 0;
  for (Tensor row : x) {
    if (row == 7) break;
    if (row % 2 != 0) continue;
    s += row;
  }
  return s;
}
