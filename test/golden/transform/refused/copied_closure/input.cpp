#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor under_condition(Tensor x) {
  auto change = [&](Tensor y) {
    x += 1;
    return y + 1;
  };
  auto outer = [=](Tensor p) {
    if (p > 0) p = change(p);
    return p;
  };
  return outer(x) + x;
}
AG_FUNCTION Tensor in_both(Tensor x) {
  auto change = [&](Tensor y) {
    x += 1;
    return y + 1;
  };
  auto outer = [&](Tensor p) {
    if (p > 0) p = change(p);
    return p;
  };
  return outer(x) + x;
}
