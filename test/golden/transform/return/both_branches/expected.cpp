#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  return ag::if_else<Tensor>(x < 0, [&] {
    return -x;
  }, [&] {
    return x;
  });
}
