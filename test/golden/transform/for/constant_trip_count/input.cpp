// A loop of more than 8 constant iterations may be recorded, so its counters are staged. A loop with an exit must be
// longer, and shorter loops stay as they are.
#include <ag/ag.h>

using ag::Tensor;

AG_FUNCTION Tensor sums(Tensor x) {
  for (int i = 1; i < 60; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);
  return x;
}

AG_FUNCTION Tensor inwards(Tensor x) {
  for (int i = 0, j = 59; i < j; ++i, --j) x[i] = ag::sum(x[ag::slice(i, j)]);
  return x;
}

AG_FUNCTION Tensor few(Tensor x) {
  for (int i = 1; i < 8; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);
  return x;
}

AG_FUNCTION Tensor left(Tensor x) {
  for (int i = 1; i < 60; ++i) {
    if (x[i] > 1) break;
    x[i] = ag::sum(x[ag::slice(0, i)]);
  }
  return x;
}
