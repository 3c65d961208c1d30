#include <ag/ag.h>
#include <cmath>
using ag::Tensor;

double scale = 2;
int rounds = 3;
const int kLimit = 5;
Tensor bias = 0.5;

int doubled() { return 2 * rounds; }

AG_FUNCTION Tensor f(Tensor x) {
  if (x > kLimit) x = x * scale + bias;
  const double half = scale / 2;
  float shared = static_cast<float>(half);
  return x + half * (shared + rounds) + std::sqrt(scale) + doubled() + bias.shape(0);
}
