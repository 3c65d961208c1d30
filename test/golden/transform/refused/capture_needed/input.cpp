#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor sum = 0;
  auto add = [&sum](Tensor y) { sum += y; };
  auto maybe = [&add](Tensor y) {
    if (y > 0) add(y);
  };
  maybe(x);
  return sum;
}
