#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor hits = 0;
  auto outer = [&](Tensor k) {
    auto inner = [&](Tensor j) {
      if (j % 2 == 0) return;
      hits += j;
    };
    for (Tensor i : ag::range(k)) inner(i);
  };
  if (n > 3) outer(n);
  return hits;
}
