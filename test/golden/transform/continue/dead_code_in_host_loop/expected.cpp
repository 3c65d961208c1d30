#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int k = 0; k < 3; ++k) {
    x = x + 1;
    ag::if_stmt(x > 6, AG_STATE(x), [&] {
      x = x * 2;
      return;
    }, [&] {
      return;
    });
    if (false) { ag::if_stmt(x > 9, AG_STATE(x), [&] { x = 0; });
  } }
  return x;
}
