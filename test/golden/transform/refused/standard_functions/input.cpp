#include <bit>
#include <cstdlib>
#include <numeric>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  unsigned n = 1;
  long k = -3;
  while (x > n) {
    n = n * 3;
    k = k + 1;
  }
  return x + std::popcount(n) + std::labs(k) + std::midpoint(n, 3u);
}
