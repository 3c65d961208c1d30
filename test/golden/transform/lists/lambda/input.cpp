#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor filled(Tensor x) {
  std::vector<Tensor> rows, others;
  auto fill = [&rows](Tensor row) {
    if (row > 0) rows.push_back(row);
  };
  auto other = [&](Tensor row) { others.push_back(row); };
  auto count = [rows] { return rows.size(); };
  for (Tensor row : x) {
    fill(row);
    other(-row);
  }
  return ag::stack(rows) + others.back() + count();
}
