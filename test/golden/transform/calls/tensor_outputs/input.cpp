#include <ag/ag.h>
using ag::Tensor;

void split(Tensor x, Tensor* low, Tensor* high) {
  *low = ag::minimum(x, 0);
  *high = ag::maximum(x, 0);
  if (ag::sum(*high) > 5) *high = *high / 2;
}

int filled(Tensor x, Tensor* sum) {
  int steps = 0;
  while (*sum < 10) {
    *sum += x;
    ++steps;
  }
  return steps;
}

AG_FUNCTION Tensor spread(Tensor x) {
  Tensor low, high;
  split(x, &low, &high);
  if (filled(x, &high) > 3) low = high;
  return high - low;
}
