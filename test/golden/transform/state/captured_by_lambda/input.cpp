#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor hits = 0;
  auto hit = [&](Tensor k) { hits += k; };
  while (n > 0) {
    if (n % 2 == 0) hit(n);
    n -= 1;
  }
  return hits;
}
