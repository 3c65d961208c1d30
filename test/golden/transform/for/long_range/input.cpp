#include <ag/ag.h>
using ag::Tensor;

// Ranges and counters with many iterations, as their constants say.
AG_CONVERT Tensor f(Tensor x) {
  for (int k : ag::range(1000)) x = x + k;
  for (auto k : ag::range(10, 10000, 5)) x = x * 0.5 + k;
  for (int k : ag::range(4)) x = x - k;
  int left = 500;
  while (left-- > 0) x = x * 0.5;
  for (int k = 300; k-- > 0;) x = x + k;
  return x;
}
