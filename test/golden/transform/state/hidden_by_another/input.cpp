#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int n = 1;
  int& count = n;
  const int& seen = n;
  for (int n = 0; n < 3; ++n) {
    if (x > n) count += n + seen;
  }
  auto add = [&](Tensor n) {
    while (n > count) ++count;
  };
  add(x);
  return x + n;
}
