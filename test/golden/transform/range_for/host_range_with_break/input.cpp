#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor s = 0;
  for (int k : {1, 2, 3, 4}) {
    if (x < k) break;
    s += k;
  }
  for (auto i : ag::range(5)) {
    if (s > 4) break;
    s += i;
  }
  return s;
}
