#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (Tensor left = 10 - n) {
    n += 1;
    s += left;
  }
  while (const auto t{s - 3}) s -= t;
  for (Tensor k = 0; Tensor left = 5 - k; k += 1) s += left * k;
  return s;
}
