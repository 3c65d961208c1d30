#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  enum class Mode { Idle, Up, Down }; ag::Staged<Mode> mode = Mode::Idle;
  enum { kLow, kHigh }; ag::Staged<decltype(kLow)> level = kLow;
  ag::if_stmt(x > 3, AG_STATE(mode, level), [&] {
    mode = Mode::Down;
    level = kHigh;
  }, [&] {
    mode = Mode::Up;
  });
  return x + ag::if_else(mode == Mode::Up, [&] { return 100; }, [&] { return 200; }) + ag::if_else(level == kHigh, [&] { return 1; }, [&] { return 0; });
}
