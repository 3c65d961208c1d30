#include <ag/ag.h>
#include <vector>
using ag::Tensor;

Tensor longest(const std::vector<Tensor>& rows);
void change(Tensor& row);

AG_CONVERT Tensor f(Tensor x) {
  std::vector<Tensor> rows;
  while (x > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  for (auto& row : rows) row = row + rows[0];
  Tensor& first = rows[0];
  rows[0][1] = first;
  change(rows[1]);
  Tensor last = rows.emplace_back(x);
  return longest(rows) + rows.data()[0] + last;
}

struct Table {
  AG_CONVERT virtual std::vector<Tensor> g(Tensor x) const {
    std::vector<Tensor> rows;
    for (Tensor row : x) rows.push_back(row);
    return rows;
  }
};
