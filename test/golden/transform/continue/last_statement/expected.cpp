#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s), [&] {
    n -= 1;
    ag::if_stmt(n > 3, AG_STATE(s), [&] {
      s += 1;
      ag::if_stmt(n == 5, AG_STATE(s), [&] { return; }, [&] {
      s += 2;
    }); });
  });
  return s;
}
