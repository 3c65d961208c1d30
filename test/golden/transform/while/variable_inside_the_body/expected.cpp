#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  Tensor t;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s), [&] {
    Tensor square = n * n;
    t = square + 1;
    s += t;
    n -= 1;
  });
  return s;
}
