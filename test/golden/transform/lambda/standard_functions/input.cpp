#include <ag/ag.h>

#include <algorithm>
#include <cmath>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  const auto bounded = [](auto n, auto limit) {
    using std::max;
    return std::min(max(n, 0 * n), limit) + std::sqrt(n * n);
  };
  return x + bounded(double(x), 2.5) + bounded(1.5, 2.0);
}
