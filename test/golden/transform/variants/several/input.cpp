#include <ag/ag.h>
#include <utility>
using ag::Tensor;

namespace app {
int twice(int k) { return 2 * k; }
int unconverted(int k) { return k + 1; }
double mean(Tensor x, int skip = 0, bool strict = false);
AG_CONVERT std::pair<int, Tensor> halved(Tensor x, const int& limit = 4) {
  int n = 0;
  while (ag::max(x) > 0.1 && n < limit) {
    x = x * 0.5;
    ++n;
  }
  return {twice(n), x};
}
AG_FUNCTION double mean(Tensor x, int skip, bool strict) {
  auto [n, y] = halved(x, unconverted(3));
  if (n > skip && !strict) return double(ag::mean(y)) / n;
  return mean(x, n);
}
}  // namespace app
