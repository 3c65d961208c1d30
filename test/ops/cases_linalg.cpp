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
  Row triangular{"solve_triangular"};
  for (const bool lower : {true, false}) {
    const auto call = [lower](const std::vector<Tensor>& x) { return solve_triangular(x[0], x[1], lower); };
    for (Case& one_case :
         from_references("linalg", lower ? "solve_triangular.lower" : "solve_triangular.upper", one(call))) {
      one_case.broadcast = false;
      triangular.cases.push_back(std::move(one_case));
    }
  }
  rows.push_back(std::move(triangular));
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
  Row factors{"qr"};
  for (bool complete : {false, true}) {
    const Call call = [complete](const std::vector<Tensor>& x) -> std::vector<Tensor> {
      auto [q, r] = qr(x[0], complete);
      return {q, r};
    };
    for (Case& one : from_references("linalg", complete ? "qr.complete" : "qr.reduced", call)) {
      factors.cases.push_back(std::move(one));
    }
  }
  rows.push_back(std::move(factors));
  rows.push_back({"eigh", from_references("linalg", "eigh", [](const std::vector<Tensor>& x) -> std::vector<Tensor> {
                    auto [values, vectors] = eigh(x[0]);
                    return {values, vectors};
                  })});
  rows.push_back({"svd", from_references("linalg", "svd.thin", [](const std::vector<Tensor>& x) -> std::vector<Tensor> {
                    auto [u, s, vh] = svd(x[0], false);
                    return {u, s, vh};
                  })});
  return rows;
}

}  // namespace ag::test
