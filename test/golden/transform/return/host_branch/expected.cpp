#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, bool fast) {
  if (fast) return x;
  ag::Return<Tensor> result; ag::if_stmt(x > 0, AG_STATE(x, result), [&] {
    if (fast) { result = x + 1; return; }
    x = x * 2;
  });
  return result.value_or([&] { return x;
}); }
