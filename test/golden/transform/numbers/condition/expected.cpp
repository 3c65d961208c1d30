#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor y) {
  ag::Staged<bool> both = ag::and_then(x > 0, [&] { return y > 0; });
  ag::Staged<int> k = ag::if_else(x > 3, [&] { return 1; }, [&] { return 2; });
  return ag::if_else(both, [&] { return x; }, [&] { return y + k; });
}
