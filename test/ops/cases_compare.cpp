/// Rows of runtime/ops/compare.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row binary(const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
  return {name, from_references("compare", name,
                                one([function](const std::vector<Tensor>& x) { return function(x[0], x[1]); }))};
}

}  // namespace

std::vector<Row> cases_compare() {
  return {
      binary("equal", &equal), binary("greater", &greater),       binary("greater_equal", &greater_equal),
      binary("less", &less),   binary("less_equal", &less_equal), binary("not_equal", &not_equal),
  };
}

}  // namespace ag::test
