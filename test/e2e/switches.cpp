// switch: over host values with staged jumps in its cases, and over values that tensors decide.
#include "harness.h"

using ag::Tensor;

namespace switches_programs {
namespace {

enum class Mode { Add, Double, Leave };

AG_FUNCTION Tensor crossed(Tensor x, int mode) {
  while (x > 0) {
    switch (mode) {
      case 0:
        if (x > 3) {
          x -= 2;
          continue;
        }
        x -= 1;
        break;
      case 1:
      case 2: {
        x -= 3;
        if (x > 10) break;
        x -= 2;
        break;
      }
      case 3:
        x -= 1;
        [[fallthrough]];
      case 4:
        if (x == 2) break;
        if (x == 1) return x + 1000;
        x -= 2;
        break;
      default:
        x = 0;
    }
    ag::print(x);
    x -= 1;
  }
  return x;
}

AG_FUNCTION Tensor by_enum(Tensor x, int number) {
  const Mode mode = Mode(number);
  switch (mode) {
    case Mode::Add:
      if (x > 5) return x + 1;
      return x;
    case Mode::Double:
      return x * 2;
    default:
      break;
  }
  return -x;
}

AG_FUNCTION Tensor every_arm_returns(Tensor x, int mode) {
  switch (const int twice = mode * 2; twice) {
    case 2:
      if (x > 5) return x + 1;
      return x;
    default:
      return x * 2;
  }
}

AG_FUNCTION void through_a_parameter(Tensor& x, int mode) {
  switch (mode) {
    int t;
    case 0:
      t = 3;
      if (x > 5) return;
      x += t;
      break;
    default:
      x *= 2;
  }
}

Tensor behind_a_parameter(Tensor x, int mode) {
  through_a_parameter(x, mode);
  return x;
}

AG_FUNCTION Tensor nested(Tensor x, int a, int b) {
  for (int i = 0; i < 4; ++i) {
    switch (a) {
      case 0:
        switch (b) {
          case 0:
            if (x > 2) break;
            x += 1;
            break;
          case 1:
            if (x > 4) continue;
          // falls through
          default:
            x += 5;
        }
        x *= 2;
        break;
      case 1:
        if (x > 40) return x;
      // falls through
      case 2:
        x += 7;
    }
    x += 100;
  }
  return x;
}

AG_FUNCTION Tensor maybe_break(Tensor x, int a) {
  switch (a) {
    case 0:
      x += 1;
      if (x > 3) {
        x *= 2;
        if (x > 10) break;
        x += 1;
      }
      x += 100;
    // falls through
    case 1:
      x += 1000;
      break;
    case 2:
      for (Tensor i : ag::range(x)) {
        if (i > 3) break;
        x += i;
      }
      x -= 1;
  }
  return x;
}

// The second case counts down what it begins with, also where the first one falls into it; nobody reads it afterwards.
AG_FUNCTION Tensor counted_down(Tensor x, Tensor kind) {
  Tensor left = x + 2;
  switch (int(kind)) {
    case 0:
      x += left * 100;
      [[fallthrough]];
    case 1:
      x += left;
      left = -left;
      x -= left;
      break;
    default:
      x = left;
  }
  return x;
}

// A break from inside of a branch, in an arm that otherwise goes on with the next one.
AG_FUNCTION Tensor left_from_inside(Tensor x, int mode) {
  Tensor y = x;
  switch (mode) {
    case 0:
      if (x > 0) {
        y = 2 * x;
        if (x < 4) break;
      } else if (x < 0) {
        break;
      }
      [[fallthrough]];
    default:
      ag::print("default", y);
      y += 100;
  }
  return y;
}

AG_FUNCTION Tensor one_case(Tensor x, int a) {
  switch (a)
  case 3:
    if (x > 0) return x;
  return 0;
}

/// The last arm writes what the one in front of it reads.
AG_FUNCTION Tensor falls_behind_a_reader(Tensor x, Tensor kind) {
  int64_t left = int64_t(x) + 2;
  switch (int(kind)) {
    case 0:
      x += 100;
    case 1:
      x += left;
    default:
      left = int64_t(x) - 1;
  }
  return x;
}

}  // namespace
}  // namespace switches_programs

void e2e::switches() {
  using namespace switches_programs;
  for (int64_t x : {-1, 0, 1, 2, 3, 4, 6, 14}) {
    for (int mode : {0, 1, 2, 3, 4, 5}) run("crossed", crossed, i64(x), mode);
    run("counted_down", counted_down, i64(x), i64(x));
    for (int mode : {0, 1, 2}) {
      run("by_enum", by_enum, i64(x), mode);
      run("every_arm_returns", every_arm_returns, i64(x), mode);
      run("behind_a_parameter", behind_a_parameter, i64(x), mode);
      run("maybe_break", maybe_break, i64(x), mode);
      run("one_case", one_case, i64(x), mode + 2);
      run("left_from_inside", left_from_inside, i64(x), mode);
      run("falls_behind_a_reader", falls_behind_a_reader, i64(x), i64(mode));
      for (int b : {0, 1, 2}) run("nested", nested, i64(x), mode, b);
    }
  }
}
