#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto graded = [](auto value) {
    if (value > 9) {
      return 3 * value;
    } else if (value > 5) {
      return 2 * value;
    } else {
      return value * 1;
    }
  };
  return graded(x);
}
