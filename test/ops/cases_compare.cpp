/// Rows of runtime/ops/compare.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

const Reference kReferences[] = {
#include "ops/reference/compare.inc"
};

}  // namespace

std::vector<Row> cases_compare() {
  std::vector<Row> rows;
  const auto add = [&](const char* name, Tensor (*function)(const TensorArg&, const TensorArg&)) {
    rows.push_back({name, from_references(kReferences, name, one([function](const std::vector<Tensor>& x) {
                                            return function(x[0], x[1]);
                                          }))});
  };
  add("equal", &equal);
  add("greater", &greater);
  add("greater_equal", &greater_equal);
  add("less", &less);
  add("less_equal", &less_equal);
  add("not_equal", &not_equal);
  return rows;
}

}  // namespace ag::test
