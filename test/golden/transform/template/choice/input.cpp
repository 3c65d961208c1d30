#include <ag/ag.h>
using ag::Tensor;

template <class T>
T halved_twice(T x) {
  int steps = 0;
  while (x > 1) {
    x = x / 2;
    ++steps;
  }
  return steps < 3 ? x : 2 * x;
}
AG_CONVERT Tensor halves(Tensor x) { return halved_twice(x) + halved_twice(8.0); }
