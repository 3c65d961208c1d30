/// Rows of runtime/ops/scan.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_scan() {
  std::vector<Row> rows;
  const auto add = [&](const std::string& name, Tensor (*function)(const TensorArg&, int)) {
    Row row{name};
    for (int axis : {0, 1, -1}) {
      const Call call = one([function, axis](const std::vector<Tensor>& x) { return function(x[0], axis); });
      for (Case& found : from_references("scan", name + ".axis" + std::to_string(axis), call)) {
        row.cases.push_back(std::move(found));
      }
    }
    rows.push_back(std::move(row));
  };
  add("cumulative_prod", &cumulative_prod);
  add("cumulative_sum", &cumulative_sum);
  return rows;
}

}  // namespace ag::test
