#include <ag/ag.h>
using ag::Tensor;

template <class T>
T step(T x) {
  if (x > 1) x = x / 2;
  return x;
}
template <>
Tensor step(Tensor x) {
  if (x > 2) x = x / 3;
  return x;
}
template double step(double);

AG_CONVERT Tensor f(Tensor x) { return step(x); }
