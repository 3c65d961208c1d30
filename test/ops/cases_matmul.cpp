/// Rows of runtime/ops/matmul.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_matmul() {
  Row row{"matmul",
          from_references("matmul", "matmul", one([](const std::vector<Tensor>& x) { return matmul(x[0], x[1]); }))};
  // What is composed of it needs the number of axes.
  const auto add = [&](const std::string& name, const Call& call, bool any_rank) {
    for (Case& one : from_references("matmul", name, call)) {
      one.any_rank = any_rank;
      row.cases.push_back(std::move(one));
    }
  };
  for (int axes : {0, 1, 2}) {
    add("tensordot.axes" + std::to_string(axes),
        one([axes](const std::vector<Tensor>& x) { return tensordot(x[0], x[1], axes); }), false);
  }
  add("vecdot", one([](const std::vector<Tensor>& x) { return vecdot(x[0], x[1]); }), true);
  add("outer", one([](const std::vector<Tensor>& x) { return outer(x[0], x[1]); }), false);
  return {row};
}

}  // namespace ag::test
