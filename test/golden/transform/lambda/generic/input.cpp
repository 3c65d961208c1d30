#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, double limit) {
  auto clipped = [](auto value, auto most) {
    if (value > most) return most;
    if (value < 0 * most) return 0 * most;
    return value;
  };
  auto halve = [](auto& value) {
    while (value > 1) value = value / 2;
  };
  Tensor y = clipped(x, Tensor(3));
  double z = clipped(limit, 2.0);
  halve(y);
  halve(z);
  return y + z;
}
