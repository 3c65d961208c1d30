/// Rows of runtime/ops/control_flow.cpp: nodes that control flow records.
#include <ag/literal.h>

#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_control_flow() {
  Row constant{"constant",
               {{"a tensor that is known while tracing",
                 {make({float32, {2}, {1, 2}})},
                 one([](const std::vector<Tensor>& x) { return x[0] + tensor({10.0f, 20.0f}); }),
                 {{float32, {2}, {11, 22}}}}}};
  return {constant,
          {"undefined", {}, "test/runtime/exec/interpreter_test.cpp"},
          {"cond", {}, "test/runtime/exec/interpreter_test.cpp"},
          {"switch_case", {}, "test/runtime/exec/interpreter_test.cpp"},
          {"custom_gradient", {}, "test/grad/tape_test.cpp"},
          {"optimization_barrier", {}, "test/grad/checkpoint_test.cpp"},
          {"while_loop", {}, "test/runtime/exec/interpreter_test.cpp"}};
}

}  // namespace ag::test
