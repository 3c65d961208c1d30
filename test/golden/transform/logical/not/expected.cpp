#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor a, Tensor b, ag::Staged<bool> flag, ag::Staged<bool> debug) {
  Tensor y = 0;
  ag::if_stmt(ag::and_then(!(a > b), [&] { return !ag::or_else(b > 3, [&] { return a == 0; }); }), AG_STATE(y), [&] { y = 1; });
  ag::if_stmt(ag::and_then(flag, [&] { return !(y == 1); }), AG_STATE(y), [&] { y = 2; });
  ag::if_stmt(ag::or_else(flag, [&] { return debug; }), AG_STATE(y), [&] { y += 1; });
  return y;
} Tensor f(Tensor a, Tensor b, bool flag, bool debug) { return f_staged(a, b, flag, debug); }
