#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto next = [x, step = Tensor(1)]() mutable {
    ag::if_stmt(x > 10, AG_STATE(step), [&] { step = -step; });
    x += step;
    return x;
  };
  Tensor first = next();
  return first + next();
}
