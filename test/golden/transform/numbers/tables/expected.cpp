#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
using ag::Tensor;

constexpr double kWeights[4] = {1, 0.5, 0.25, 0.125};
static const std::array<int, 3> kSteps = {1, 2, 4};

AG_FUNCTION ag::Staged<double> f_staged(Tensor x, ag::Staged<int> n) {
  static constexpr float kPowers[] = {1, 2, 4, 8};
  const double known = kWeights[1];
  ag::Staged<int> k = ag::item<int>(x) % 3;
  return known + ag::element(kWeights, k) * ag::element(kPowers, k + 1) + ag::element(kSteps, k) + ag::element(kSteps, n);
} double f(Tensor x, int n) { return ag::traced<&f>(AG_STATE(x, n), [](Tensor x, int n) { return f_staged(x, n); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x, ag::Staged<int> n) {\n  static constexpr float kPowers[] = {1, 2, 4, 8};\n  const double known = kWeights[1];\n  ag::Staged<int> k = ag::item<int>(x) % 3;\n  return known + ag::element(kWeights, k) * ag::element(kPowers, k + 1) + ag::element(kSteps, k) +\n         ag::element(kSteps, n);\n}");
