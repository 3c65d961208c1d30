#include <ag/ag.h>
#include <utility>
#include <vector>
using ag::Tensor;

Tensor total(const std::vector<Tensor>& rows) {
  Tensor sum = 0.0;
  for (const Tensor& row : rows) sum = sum + row;
  return sum;
}

void halve(Tensor x, std::vector<Tensor>& out) {
  while (x > 1) {
    out.push_back(x);
    x = x / 2;
  }
}

AG_CONVERT Tensor passed(Tensor x) {
  std::vector<Tensor> rows;
  halve(x, rows);
  rows.insert(rows.begin(), x);
  std::vector<Tensor> copy = rows;
  for (auto& row : copy) row = row + 1;
  return total(rows) + total(copy);
}

AG_FUNCTION std::pair<std::vector<double>, int> returned(Tensor x) {
  std::vector<double> values;
  int skipped = 0;
  for (Tensor e : x) {
    if (e > 0)
      values.push_back(e.item<double>());
    else
      ++skipped;
  }
  return {values, skipped};
}
