#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  constexpr int mode = 2;
  switch (mode) {
    case 0: x += 1; break;
    case 1: x += 2;
    default:
      ag::if_stmt(x > 3, AG_STATE(x), [&] { x -= 1; }, [&] { x = 1; });
  }
  return x;
}
