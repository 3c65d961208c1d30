#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int low = 0;
  auto counted = [low, high = 10](Tensor v) mutable {
    if (v > 0) {
      ++low;
      --high;
    }
    return low < high;
  };
  auto step = [&](double& error, int rounds = 2) {
    while (error > 0.1 && rounds > 0) {
      error /= 2;
      --rounds;
      x = x * error;
    }
    return rounds;
  };
  double error = static_cast<double>(ag::max(x));
  int left = step(error);
  const bool once = counted(x), twice = counted(-x);
  if (once && !twice) left += 1;
  return x * left;
}
