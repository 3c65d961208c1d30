/// Rows of runtime/ops/binary.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row binary(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("binary", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_binary() {
  return {
      binary("add", &add),
      binary("atan2", &atan2),
      binary("bitwise_and", &bitwise_and),
      binary("bitwise_left_shift", &bitwise_left_shift),
      binary("bitwise_or", &bitwise_or),
      binary("bitwise_right_shift", &bitwise_right_shift),
      binary("bitwise_xor", &bitwise_xor),
      binary("divide", &divide),
      binary("floor_divide", &floor_divide),
      binary("fmod", &fmod),
      binary("hypot", &hypot),
      binary("logaddexp", &logaddexp),
      binary("maximum", &maximum),
      binary("minimum", &minimum),
      binary("multiply", &multiply),
      binary("pow", &pow),
      binary("remainder", &remainder),
      {"shift_left", {}, "test/runtime/staging/numbers_test.cpp"},
      {"shift_right", {}, "test/runtime/staging/numbers_test.cpp"},
      binary("subtract", &subtract),
  };
}

}  // namespace ag::test
