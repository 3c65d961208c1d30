#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor t) {
  return ag::if_else<Tensor>(x > 2, AG_STATE(t), [&] {
    t = x * 5;
    return t;
  }, [&] {
  return t + x;
}); }
