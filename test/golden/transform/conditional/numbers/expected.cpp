#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  Tensor y = ag::if_else<ag::Tensor>(a > 2, [&] { return 1; }, [&] { return 0; });
  Tensor z = ag::if_else<ag::Tensor>(a > 3, [&] { return static_cast<double>(1); }, [&] { return 0.5; });
  return y + z + ag::if_else(a > 4, [&] { return a; }, [&] { return 0; });
}
