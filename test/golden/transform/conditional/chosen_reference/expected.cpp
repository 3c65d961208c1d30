#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor a = x, b = x * 2;
  ag::Staged<int> n = ag::item<int>(x), m = 2;
  ag::Pointer<const Tensor> larger = ag::chosen_pointer<const Tensor>(x > 2, [&] { return &a; }, [&] { return &b; });
  ag::Pointer<const int> count = ag::chosen_pointer<const int>(x > 3, [&] { return &n; }, [&] { return &m; });
  a = a + 100;
  ++n;
  return *larger + *count;
}

AG_CONVERT Tensor g(Tensor x) {
  const Tensor a = x, b = x * 2;
  const Tensor& larger = ag::if_else(x > 2, [&] { return a; }, [&] { return b; });
  return larger + 1;
}
