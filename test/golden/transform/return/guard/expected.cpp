#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  return ag::if_else<Tensor>(x < 0, [&] { return -1; }, [&] {
  x = x + 1;
  return ag::if_else<Tensor>(x > 5, [&] {
    ag::print("big");
    return x * 100;
  }, [&] {
    x = x * 3;
  
  return x;
}); }); }
