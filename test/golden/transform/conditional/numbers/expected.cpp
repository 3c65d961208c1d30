#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  Tensor y = ag::if_else(a > 2, [&] { return 1; }, [&] { return 0; });
  Tensor z = ag::if_else(a > 3, [&] { return 1; }, [&] { return 0.5; });
  return y + z + ag::if_else(a > 4, [&] { return a; }, [&] { return 0; });
}
