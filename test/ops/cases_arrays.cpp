/// Rows of runtime/ops/arrays.cpp: the elements of a TensorArray.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_arrays() {
  const char* test = "test/runtime/staging/tensor_array_test.cpp";
  return {{"array_read", {}, test}, {"array_resize", {}, test}, {"array_write", {}, test}};
}

}  // namespace ag::test
