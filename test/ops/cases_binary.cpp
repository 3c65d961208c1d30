/// Rows of runtime/ops/binary.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row binary_row(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("binary", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_binary() {
  return {
      binary_row("add", &add),
      binary_row("atan2", &atan2),
      binary_row("bitwise_and", &bitwise_and),
      binary_row("bitwise_left_shift", &bitwise_left_shift),
      binary_row("bitwise_or", &bitwise_or),
      binary_row("bitwise_right_shift", &bitwise_right_shift),
      binary_row("bitwise_xor", &bitwise_xor),
      binary_row("divide", &divide),
      binary_row("floor_divide", &floor_divide),
      binary_row("fmod", &fmod),
      binary_row("hypot", &hypot),
      binary_row("logaddexp", &logaddexp),
      binary_row("maximum", &maximum),
      binary_row("minimum", &minimum),
      binary_row("multiply", &multiply),
      binary_row("pow", &pow),
      binary_row("remainder", &remainder),
      {"shift_left", {}, "test/runtime/staging/numbers_test.cpp"},
      {"shift_right", {}, "test/runtime/staging/numbers_test.cpp"},
      binary_row("subtract", &subtract),
  };
}

}  // namespace ag::test
