#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  ag::if_stmt(a > 0, AG_STATE(y), [&] {
    ag::if_stmt(b > 0, AG_STATE(y), [&] {
      y = 1;
    }, [&] {
      y = 2;
    });
    y += 10;
  });
  return y;
}
