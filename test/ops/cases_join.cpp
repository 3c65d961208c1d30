/// Rows of runtime/ops/join.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row row(const std::string& op, Tensor (*function)(const TensorList&, int), const std::vector<int>& axes) {
  Row row{op, {}};
  for (int axis : axes) {
    for (Case& one : from_references("join", op + ".axis" + std::to_string(axis),
                                     one([=](const std::vector<Tensor>& x) { return function(x, axis); }))) {
      row.cases.push_back(std::move(one));
    }
  }
  return row;
}

}  // namespace

std::vector<Row> cases_join() {
  std::vector<Row> rows{row("concat", &concat, {0, -1}), row("stack", &stack, {0, 1, -1})};
  const Array three{float32, {3}, {1, 2, 3}};
  rows[0].cases.push_back(
      {"one tensor", {make(three)}, one([](const std::vector<Tensor>& x) { return concat(x); }), {three}});
  rows[1].cases.push_back({"with a number",
                           {make({float64, {}, {2}})},
                           one([](const std::vector<Tensor>& x) { return stack({x[0], 0.1, 7}); }),
                           {{float64, {3}, {2, 0.1, 7}}}});
  rows.push_back({"append", {}, "test/runtime/staging/list_test.cpp"});
  return rows;
}

}  // namespace ag::test
