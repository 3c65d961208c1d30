#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor i, Tensor x) {
  ag::while_stmt([&] { return ag::and_then(i < 3, [&] { return 6 / (3 - i) < 5; }, [&] { return x > i; }); }, AG_STATE(i), [&] { i += 1; });
  return i;
}
