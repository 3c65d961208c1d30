#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, Tensor m) {
  Tensor s = 0;
  ag::while_stmt([&] { return ag::and_then(n > 0, AG_STATE(m), [&] { return m-- > 2; }); }, AG_STATE(n, m, s), [&] {
    s += n;
    n -= 1;
  });
  return s * 100 + m * 10 + n;
}
