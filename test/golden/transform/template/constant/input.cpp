#include <ag/ag.h>
using ag::Tensor;

template <class T>
constexpr T cubed(T v) {
  if (v > 1) return v * v * v;
  return v;
}

AG_FUNCTION Tensor f(Tensor x) {
  constexpr int eight = cubed(2);
  return x + cubed(double(x)) + eight;
}
