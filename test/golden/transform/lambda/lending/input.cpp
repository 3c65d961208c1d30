#include <ag/ag.h>
#include <functional>
using ag::Tensor;

template <class F>
Tensor bisected(const F& f, Tensor low, Tensor high) {
  while (high - low > 1e-6) {
    Tensor middle = (low + high) / 2;
    if (f(middle) > 0)
      high = middle;
    else
      low = middle;
  }
  return low;
}
struct Newton {
  std::function<Tensor(Tensor)> f;
  Tensor run(Tensor x) {
    while (ag::abs(f(x)) > 1e-6) x = x - f(x) / (2 * x);
    return x;
  }
};
AG_FUNCTION Tensor root(Tensor x) {
  int evaluations = 0;
  Tensor last = x;
  auto f = [&](Tensor y) {
    ++evaluations;
    last = y;
    return y * y - x;
  };
  Tensor r = bisected(f, 0 * x, x + 1);
  Newton newton{f};
  if (bisected([&](Tensor y) { return y - last; }, 0 * x, x) > 1) r = r + newton.run(x);
  return r + last + evaluations;
}
