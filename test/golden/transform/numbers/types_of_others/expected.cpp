#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <limits>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> known) {
  ag::Staged<int> n = 1;
  ag::Staged<double> d = 2;
  ag::while_stmt([&] { return x < 8; }, AG_STATE(x, n, d), [&] {
    x = x + 2;
    n *= 2;
    d *= 1.5;
  });
  ag::Staged<int> m = 7 / 2;
  ag::Staged<double> e = m / 2;
  e += d;
  m += n;
  auto largest = [](auto v) { return ag::if_else(v < std::numeric_limits<decltype(v)>::max(), [&] { return v; }, [&] { return decltype(v)(0); }); };
  auto halved = [](auto v) {
    if constexpr (std::is_integral_v<decltype(v)>)
      return v / 2;
    else
      return v * 0.5;
  };
  return x + m + e + largest(n) + halved(ag::host(known)) + halved(2.5);
} Tensor f(Tensor x, int known) { return f_staged(x, known); }
