#include <ag/ag.h>

#include <concepts>
using ag::Tensor;

template <std::integral T>
T reduced(T v) {
  while (v > 10) v /= 2;
  return v;
}
template <std::floating_point T>
T reduced(T v) {
  while (v > 10) v /= 3;
  return v;
}

AG_FUNCTION Tensor f(Tensor x) { return x + reduced(double(x)) + reduced(int(x)); }
