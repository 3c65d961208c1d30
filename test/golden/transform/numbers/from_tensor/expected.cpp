#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<bool> positive(ag::to_bool(x > 0));
  ag::Staged<int> k = ag::item<int>(x);
  ag::Staged<float> y = ag::item<float>(x);
  return ag::if_else(positive, [&] { return x + k; }, [&] { return x * y; });
}
