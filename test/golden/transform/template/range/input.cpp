#include <ag/ag.h>
using ag::Tensor;

template <class T>
T triangle(T n) {
  T sum = 0;
  for (T i : ag::range(n)) sum += i;
  return sum;
}

AG_CONVERT Tensor f(Tensor x) { return triangle(x) + triangle(3); }
