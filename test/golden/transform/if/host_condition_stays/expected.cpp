#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<bool> debug) {
  ag::if_stmt(debug, AG_STATE(x), [&] {
    ag::if_stmt(x > 0, [&] { ag::print("positive"); });
    x = x + 1;
  });
  if constexpr (sizeof(int) == 4) x = x * 2;
  return x;
} Tensor f(Tensor x, bool debug) { return f_staged(x, debug); }
