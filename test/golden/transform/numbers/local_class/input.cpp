#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int rounds) {
  struct Best {
    double value = -1;
    int at{};
    Tensor x;
  };
  Best best{.x = x};
  for (int k = 0; k < rounds; ++k) {
    struct Row { double scale[2] = {1, 2}; };
    Row row;
    if (ag::sum(x) > k) row.scale[1] = 3;
    x = x * row.scale[k % 2];
    if (ag::sum(x) > best.value) best = {double(ag::sum(x)), k, x};
  }
  struct Plain { int n; } plain{rounds};
  return best.x * best.at + plain.n;
}
