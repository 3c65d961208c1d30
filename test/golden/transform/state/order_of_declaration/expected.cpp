#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor z, Tensor a) {
  Tensor m = 0, b = 0;
  ag::while_stmt([&] { return z > 0; }, AG_STATE(z, a, m, b), [&] {
    b += 1;
    a += b;
    m += a;
    z -= 1;
  });
  return m + a + b;
}
