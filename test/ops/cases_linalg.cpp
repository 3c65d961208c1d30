/// Rows of runtime/ops/linalg.cpp.
#include "ops/conformance.h"

namespace ag::test {

std::vector<Row> cases_linalg() {
  std::vector<Row> rows;
  const auto add = [&](const char* name, const Call& call) {
    rows.push_back({name, from_references("linalg", name, call)});
    for (Case& one : rows.back().cases) one.broadcast = false;  // repeated rows have no inverse
  };
  add("cholesky", one([](const std::vector<Tensor>& x) { return cholesky(x[0]); }));
  add("det", one([](const std::vector<Tensor>& x) { return det(x[0]); }));
  add("inv", one([](const std::vector<Tensor>& x) { return inv(x[0]); }));
  add("solve", one([](const std::vector<Tensor>& x) { return solve(x[0], x[1]); }));
  Row diagonals{"diag"};
  const auto add_diagonal = [&](const std::string& name, const Call& call) {
    for (Case& one : from_references("linalg", name, call)) {
      one.any_rank = false;  // a vector makes a matrix, a matrix gives a vector
      diagonals.cases.push_back(std::move(one));
    }
  };
  for (int k : {0, 1, -1, 3}) {
    add_diagonal("diag.k" + std::to_string(k), one([k](const std::vector<Tensor>& x) { return diag(x[0], k); }));
  }
  add_diagonal("trace", one([](const std::vector<Tensor>& x) { return trace(x[0]); }));
  rows.push_back(std::move(diagonals));
  return rows;
}

}  // namespace ag::test
