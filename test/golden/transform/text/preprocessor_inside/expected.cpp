#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::if_stmt(x > 3, AG_STATE(x), [&] {
#if 1
    x = x - 3;
#else
    x = x + 3;
#endif
  });
  return x;
}
