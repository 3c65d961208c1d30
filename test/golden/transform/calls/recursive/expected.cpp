#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor factorial(Tensor n) { return ag::recursive(AG_STATE(n), [](Tensor n) -> Tensor {
  return ag::if_else<Tensor>(n <= 1, [&] { return 1; }, [&] {
  return n * factorial(n - 1);
}); }); }
