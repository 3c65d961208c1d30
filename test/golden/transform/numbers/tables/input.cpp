#include <ag/ag.h>

#include <array>
using ag::Tensor;

constexpr double kWeights[4] = {1, 0.5, 0.25, 0.125};
static const std::array<int, 3> kSteps = {1, 2, 4};

AG_FUNCTION double f(Tensor x, int n) {
  static constexpr float kPowers[] = {1, 2, 4, 8};
  const double known = kWeights[1];
  int k = int(x) % 3;
  return known + kWeights[k] * kPowers[k + 1] + kSteps[k] + kSteps[n];
}
