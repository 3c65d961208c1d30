#include <ag/ag.h>
using ag::Tensor;

auto twice(Tensor offset) {
  return [=](Tensor x) AG_CONVERT {
    if (x > offset) x = x * 2;
    return x;
  };
}

void use() {
  Tensor calls = 0;
  auto count = [&](Tensor x) AG_CONVERT -> Tensor {
    if (x > 0) calls += 1;
    return calls;
  };
  auto plain = [&](Tensor x) AG_DO_NOT_CONVERT { return x > 0 ? 1 : 2; };
  count(twice(1)(2));
  plain(1);
}
