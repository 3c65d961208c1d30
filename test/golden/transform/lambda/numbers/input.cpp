#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  while (x > 1) {
    x = x / 2;
    ++n;
  }
  auto twice = [](int v) { return 2 * v; };
  auto add = [&](int v) {
    if (v > 3)
      n += v;
    else
      n -= v;
  };
  add(twice(n));
  auto limited = [](int v, int most) -> int {
    if (v > most) return most;
    return v;
  };
  auto known = [](int v) { return v + 1; };
  double d = [&](double e) { return e * n; }(0.5);
  return x * limited(n, 5) + d + known(2);
}
