#include <ag/ag.h>
using ag::Tensor;

struct Scaler {
  int factor;
  int scale(int x) const { return x * factor; }
  int operator()(int x) const { return scale(x) + 1; }
};
AG_CONVERT Tensor f(Tensor x, int n) {
  Scaler known{.factor = 3}, maybe{.factor = n};
  return x * known.scale(2) + Scaler{.factor = n}.scale(n + 1) + maybe(7);
}
