#include <ag/ag.h>

#include <array>

using ag::Tensor;

// References to captured numbers, and copies of what a lambda around captures.
AG_CONVERT double f(Tensor x, std::array<double, 2> weights, bool rising) {
  int rounds = 0;
  const bool once = [&]() -> bool {
    bool& flag = rising;
    int& counted = rounds;
    if (x > 0) {
      flag = !flag;
      ++counted;
    }
    return flag;
  }();
  const double weight = [&]() -> double {
    auto first = [=]() {
      const double one = weights[0];
      return once ? one : weights[1];
    };
    return first();
  }();
  return weight * rounds;
}
