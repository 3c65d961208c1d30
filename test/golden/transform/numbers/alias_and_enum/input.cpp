#include <ag/ag.h>
using ag::Tensor;

enum class Phase { Up, Down };
AG_CONVERT Tensor f(Tensor x) {
  Phase phase = Phase::Up;
  int n = 0;
  int& counter = n;
  const auto& same = counter;
  while (x > 1) {
    if (phase == Phase::Up) {
      ++counter;
      phase = Phase::Down;
    }
    x = x / 2;
  }
  return x + same + static_cast<int>(phase);
}
