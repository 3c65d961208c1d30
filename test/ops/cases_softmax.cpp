/// Rows of runtime/ops/softmax.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row softmax_row(const std::string& name, Tensor (*function)(const TensorArg&, int)) {
  Row row{name, {}};
  for (int axis : {-1, 0, 1}) {
    const auto cases =
        from_references("softmax", name + ".axis" + std::to_string(axis),
                        one([function, axis](const std::vector<Tensor>& x) { return function(x[0], axis); }));
    row.cases.insert(row.cases.end(), cases.begin(), cases.end());
  }
  return row;
}

}  // namespace

std::vector<Row> cases_softmax() {
  return {softmax_row("softmax", &softmax), softmax_row("log_softmax", &log_softmax)};
}

}  // namespace ag::test
