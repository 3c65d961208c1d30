/// Rows of runtime/ops/logical.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row logical_unary_row(const char* name, Tensor (*function)(const TensorArg&)) {
  return {name,
          from_references("logical", name, one([function](const std::vector<Tensor>& x) { return function(x[0]); }))};
}

Row logical_row(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("logical", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_logical() {
  return {
      logical_row("logical_and", &logical_and),
      logical_unary_row("logical_not", &logical_not),
      logical_row("logical_or", &logical_or),
      logical_row("logical_xor", &logical_xor),
  };
}

}  // namespace ag::test
