#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

template <class T>
T step(T x) {
  if (x > 1) x = x / 2;
  return x;
}
template <>
Tensor step(Tensor x) {
  ag::if_stmt(x > 2, AG_STATE(x), [&] { x = x / 3; });
  return x;
}
template double step(double);

AG_CONVERT Tensor f(Tensor x) { return step(x); }
