/// Rows of runtime/ops/effects.cpp: what happens in program order.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_effects() {
  const char* test = "test/runtime/staging/effects_test.cpp";
  return {{"print", {}, test},
          {"check", {}, test},
          {"check_defined", {}, test},
          {"raise", {}, test},
          {"store", {}, "test/runtime/function/writes_test.cpp"},
          {"write", {}, "test/runtime/staging/output_test.cpp"}};
}

}  // namespace ag::test
