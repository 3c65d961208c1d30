#include <ag/ag.h>
using ag::Tensor;

struct Stats {
  Tensor low = 0, high = 0;
  AG_CONVERT Tensor add(Tensor x) {
    auto count = [this](Tensor value) {
      if (value < 0) {
        low += 1;
      } else {
        high += value;
      }
    };
    auto copy = [*this](Tensor value) mutable {
      if (value < low) low = value;
      return low;
    };
    if (x > 100) count(x);
    return copy(x);
  }
};
