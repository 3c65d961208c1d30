#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto next = [x, step = Tensor(1)]() mutable {
    if (x > 10) step = -step;
    x += step;
    return x;
  };
  Tensor first = next();
  return first + next();
}
