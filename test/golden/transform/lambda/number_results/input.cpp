#include <ag/ag.h>

#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, bool doubled) {
  auto sign = [](Tensor v) {
    if (v > 0) return 1;
    return -1;
  };
  auto split = [&](int k) { return std::pair(k / 2, x * k); };
  auto chosen = [&, k = sign(x)](bool first) {
    if (first) return 0;
    return k;
  };
  auto all = [&] {
    for (int i = 0; i < 3; ++i) {
      if (x > i) return i;
    }
    return 3;
  };
  auto [half, scaled] = split(sign(x) + all());
  return scaled * half + chosen(doubled);
}
