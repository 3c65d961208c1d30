#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

auto twice(Tensor offset) {
  return [=](Tensor x) AG_CONVERT {
    ag::if_stmt(x > offset, AG_STATE(x), [&] { x = x * 2; });
    return x;
  };
}

void use() {
  Tensor calls = 0;
  auto count = [&](Tensor x) AG_CONVERT -> Tensor {
    ag::if_stmt(x > 0, AG_STATE(calls), [&] { calls += 1; });
    return calls;
  };
  auto plain = [&](Tensor x) AG_DO_NOT_CONVERT { return x > 0 ? 1 : 2; };
  count(twice(1)(2));
  plain(1);
}
