/// Rows of runtime/ops/logical.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row unary(const char* name, Tensor (*function)(const TensorArg&)) {
  return {name,
          from_references("logical", name, one([function](const std::vector<Tensor>& x) { return function(x[0]); }))};
}

Row binary(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("logical", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_logical() {
  return {
      binary("logical_and", &logical_and),
      unary("logical_not", &logical_not),
      binary("logical_or", &logical_or),
      binary("logical_xor", &logical_xor),
  };
}

}  // namespace ag::test
