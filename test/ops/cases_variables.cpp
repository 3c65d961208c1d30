/// Rows of runtime/ops/variables.cpp: effects on variables.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_variables() {
  const char* test = "test/runtime/function/variable_test.cpp";
  return {{"read_variable", {}, test},
          {"assign_variable", {}, test},
          {"change_variable", {}, test},
          {"draw_key", {}, "test/runtime/function/generator_test.cpp"}};
}

}  // namespace ag::test
