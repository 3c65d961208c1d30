/// Rows of runtime/ops/host_calls.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_host_calls() {
  const char* test = "test/runtime/function/host_call_test.cpp";
  return {{"host_call", {}, test}, {"pure_host_call", {}, test}};
}

}  // namespace ag::test
