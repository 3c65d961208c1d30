#include <ag/ag.h>
using ag::Tensor;

struct Limits {
  Tensor most;
  template <class T>
  Tensor twice(T x) {
    int steps = 0;
    while (most > steps) ++steps;
    return most * (steps < 3 ? x : 2 * x);
  }
};
AG_CONVERT Tensor twices(Limits limits) { return limits.twice(limits.most) + limits.twice(8.0); }
