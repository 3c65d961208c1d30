#include <ag/ag.h>
#include <algorithm>
#include <cmath>
#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = int(x), j = 2;
  double d = std::sqrt(k) + pow(2, k) + std::fmod(k, 2.5) + std::max(k, 3) + std::clamp<int>(k, 0, 5);
  std::swap(k, j);
  int old = std::exchange(k, 5);
  const double host = std::sqrt(2.0) + std::max(1, 2);
  return x + k + j + old + d + host;
}
