#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  Tensor low = 0, high = 0;
  auto count = [&](Tensor value) {
    if (value < 0) {
      low += 1;
    } else {
      high += 1;
    }
  };
  count(x);
  while (n > 0) {
    count(n - x);
    n -= 1;
  }
  return high - low;
}
