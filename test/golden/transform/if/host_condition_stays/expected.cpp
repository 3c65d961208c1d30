#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, bool debug) {
  if (debug) {
    ag::if_stmt(x > 0, [&] { ag::print("positive"); });
    x = x + 1;
  }
  if constexpr (sizeof(int) == 4) x = x * 2;
  return x;
}
