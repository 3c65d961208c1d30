#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s), [&] {
    Tensor k = n;
    ag::while_stmt([&] { return k > 0; }, AG_STATE(s, k), [&] {
      s += k;
      k -= 2;
    });
    n -= 1;
  });
  return s;
}
