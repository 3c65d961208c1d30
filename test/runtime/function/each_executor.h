#pragma once
/// Runs a test case once with each executor.
#include <cstdlib>

#include "support/catch.h"

namespace ag::test {

struct EachExecutor {
  EachExecutor() {
    const char* executor = GENERATE("interpreter", "compiled");
    CAPTURE(executor);
    setenv("AG_EXECUTOR", executor, 1);
  }
  ~EachExecutor() { unsetenv("AG_EXECUTOR"); }
};

}  // namespace ag::test
