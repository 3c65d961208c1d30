#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  enum class Mode { Idle, Up, Down } mode = Mode::Idle;
  enum { kLow, kHigh } level = kLow;
  if (x > 3) {
    mode = Mode::Down;
    level = kHigh;
  } else {
    mode = Mode::Up;
  }
  return x + (mode == Mode::Up ? 100 : 200) + (level == kHigh ? 1 : 0);
}
