#include <ag/ag.h>

#include <limits>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int known) {
  int n = 1;
  double d = 2;
  while (x < 8) {
    x = x + 2;
    n *= 2;
    d *= 1.5;
  }
  decltype(n) m = 7 / 2;
  decltype(n + d) e = m / 2;
  e += d;
  m += n;
  auto largest = [](auto v) { return v < std::numeric_limits<decltype(v)>::max() ? v : decltype(v)(0); };
  auto halved = [](auto v) {
    if constexpr (std::is_integral_v<decltype(v)>)
      return v / 2;
    else
      return v * 0.5;
  };
  return x + m + e + largest(n) + halved(known) + halved(2.5);
}
