#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

enum class Phase { Up, Down };
AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<Phase> phase = Phase::Up;
  ag::Staged<int> n = 0;
  ag::Staged<int>& counter = n;
  const auto& same = counter;
  ag::while_stmt([&] { return x > 1; }, AG_STATE(x, phase, n), [&] {
    ag::if_stmt(phase == Phase::Up, AG_STATE(phase, n), [&] {
      ++counter;
      phase = Phase::Down;
    });
    x = x / 2;
  });
  return x + same + ag::cast<int>(phase);
}
