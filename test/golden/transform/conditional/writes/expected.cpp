#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  Tensor n = 0, m = 0;
  Tensor y = ag::if_else(a > 2, AG_STATE(n, m), [&] { return n++; }, [&] { return --m; });
  return y * 100 + n * 10 + m;
}
