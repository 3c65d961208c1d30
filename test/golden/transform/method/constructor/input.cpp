#include <ag/ag.h>
using ag::Tensor;

struct Interval {
  Tensor low, high;
  Interval(Tensor a, Tensor b) : low(a < b ? a : b), high(b) {
    if (a > b) high = a;
  }
};

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Interval interval(a, b);
  return interval.high - interval.low;
}
