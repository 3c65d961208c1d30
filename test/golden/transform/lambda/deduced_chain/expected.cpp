#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto graded = [](auto value) {
    return ag::if_else(value > 9, [&] {
      return 3 * value;
    }, [&] { return ag::if_else(value > 5, [&] {
      return 2 * value;
    }, [&] {
      return value * 1;
    }); });
  };
  return graded(x);
}
