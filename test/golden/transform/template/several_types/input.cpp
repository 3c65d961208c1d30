#include <ag/ag.h>
using ag::Tensor;

template <class T>
T root(T x, const T& limit) {
  T y = x;
  int steps = 0;
  while (y * y > x && y > limit) {
    y = (y + x / y) / 2;
    ++steps;
  }
  if (steps < 100) return y;
  return x;
}

double plain(double x) { return root(x, 0.001); }
AG_CONVERT Tensor f(Tensor x) { return root(x, Tensor(0.001)); }
