#include <ag/ag.h>
using ag::Tensor;

const Tensor& picked(const Tensor& a, const Tensor& b, bool first) { return first ? a : b; }
const Tensor& flatter(const Tensor& a, const Tensor& b) { return a.ndim() > b.ndim() ? b : a; }

template <class T>
const T& larger(const T& a, const T& b) {
  return a > b ? a : b;
}

struct Pair {
  int uses = 0;
  Tensor first, second;
  const Tensor& get(bool later) const { return later ? second : first; }
};

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = x + 1;
  Pair pair{int(x), x, y};
  return picked(x, y, true) + flatter(x, y) + larger(x, y) + pair.get(true);
}
