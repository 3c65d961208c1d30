#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  auto first_factor = [](Tensor k) {
    for (Tensor i : ag::range(2, k)) {
      if (k % i == 0) return i;
    }
    return k;
  };
  return first_factor(n) + first_factor(n + 1);
}
