// A loop of more than 128 constant iterations may be recorded, so its counters are staged. Shorter loops stay as they
// are.
#include <ag/ag.h>

using ag::Tensor;

AG_FUNCTION Tensor sums(Tensor x) {
  for (int i = 1; i < 200; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);
  return x;
}

AG_FUNCTION Tensor inwards(Tensor x) {
  for (int i = 0, j = 399; i < j; ++i, --j) x[i] = ag::sum(x[ag::slice(i, j)]);
  return x;
}

AG_FUNCTION Tensor few(Tensor x) {
  for (int i = 1; i < 60; ++i) x[i] = ag::sum(x[ag::slice(0, i)]);
  return x;
}
