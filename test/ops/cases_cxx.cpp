/// Rows of runtime/ops/cxx.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_cxx() { return {{"cxx_call", {}, "test/runtime/staging/cxx_test.cpp"}}; }

}  // namespace ag::test
