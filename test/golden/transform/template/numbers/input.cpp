#include <ag/ag.h>
using ag::Tensor;

template <class T>
T clip(T x, T lo, T hi) {
  if (x < lo) return lo;
  if (x > hi) return hi;
  return x;
}
template <class T>
T halved(T value, Tensor x) {
  T result = value;
  while (x > 1) {
    x = x / 2;
    result = result / 2;
  }
  return result;
}
template <int N, class T>
void shift(T& value) {
  if (value > N) value -= N;
}

AG_CONVERT Tensor f(Tensor x) {
  int n = clip(int(x), 1, 2);
  shift<1>(n);
  return clip(x, Tensor(0), Tensor(5)) * n + halved(40, x) + halved(x, x);
}
