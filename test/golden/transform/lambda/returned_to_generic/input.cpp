#include <ag/ag.h>

using ag::Tensor;

auto distance_from(int k) {
  return [k](int x) { return x > k ? x - k : k - x; };
}

AG_FUNCTION int farther(Tensor x) {
  auto f = distance_from(9);
  auto next = [](auto f, auto x) { return f(x) + 1; };
  return next(f, x.item<int>());
}
