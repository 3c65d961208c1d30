/// Rows of runtime/ops/sort.cpp.
#include "ops/conformance.h"

namespace ag::test {

namespace {

Row sorting(const std::string& name, Tensor (*function)(const TensorArg&, int, bool)) {
  Row row{name};
  for (int axis : {0, 1, -1}) {
    for (bool descending : {false, true}) {
      const Call call = one([=](const std::vector<Tensor>& x) { return function(x[0], axis, descending); });
      append(row,
             from_references("sort", name + ".axis" + std::to_string(axis) + (descending ? "_descending" : ""), call));
    }
  }
  return row;
}

}  // namespace

std::vector<Row> cases_sort() {
  std::vector<Row> rows{sorting("argsort", &argsort), sorting("sort", &sort)};
  Row top{"top_k"};
  for (int axis : {1, -1}) {
    append(top, from_references("sort", "top_k.axis" + std::to_string(axis),
                                [axis](const std::vector<Tensor>& x) -> std::vector<Tensor> {
                                  auto [values, indices] = top_k(x[0], 2, axis);
                                  return {values, indices};
                                }));
  }
  rows.push_back(std::move(top));
  Row search{"searchsorted"};
  for (bool right : {false, true}) {
    const Call call = one([right](const std::vector<Tensor>& x) { return searchsorted(x[0], x[1], right); });
    append(search, from_references("sort", right ? "searchsorted.right" : "searchsorted.left", call));
  }
  // The operand in which is searched stays in order only as it is.
  for (Case& one : search.cases) one.broadcast = false;
  rows.push_back(std::move(search));
  rows.push_back(
      {"unique", from_references("sort", "unique", one([](const std::vector<Tensor>& x) { return unique(x[0]); }))});
  return rows;
}

}  // namespace ag::test
