#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = ag::if_else(a > b, [&] { return a; }, [&] { return ag::if_else(a == b, [&] { return a * 10; }, [&] { return b; }); });
  return ag::if_else(a != 0, [&] { return 12 / a; }, [&] { return b + y; });
}
