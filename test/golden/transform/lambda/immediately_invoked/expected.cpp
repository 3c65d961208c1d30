#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  const Tensor sign = [&] {
    return ag::if_else<Tensor>(x < 0, [&] { return Tensor(-1); }, [&] {
    return ag::if_else<Tensor>(x > 0, [&] { return Tensor(1); }, [&] {
    return Tensor(0);
  }); }); }();
  [&] { ag::if_stmt(sign < 0, AG_STATE(x), [&] { x = -x; }); }();
  return x * sign;
}
