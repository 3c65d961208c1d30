#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor halves(Tensor x) {
  std::vector<Tensor> rows;
  rows.reserve(16);
  while (ag::max(x) > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  return ag::stack(rows) + ag::concat(rows, 0);
}

using Rows = std::vector<Tensor>;

AG_CONVERT Tensor sorted_out(Tensor x) {
  std::vector<Tensor> large, small{x[0]};
  auto spare = std::vector<Tensor>(2, x);
  Rows none;
  for (Tensor row : x) {
    if (ag::sum(row) > 1) {
      large.push_back(row);
    } else {
      small.emplace_back(row);
      spare.pop_back();
      none.clear();
    }
  }
  while (!small.empty()) {
    auto top = small.back();
    small.pop_back();
    large[0] += top;
    large[large.size() - 1] = top;
  }
  Tensor sum = 0;
  for (const auto& row : large) sum = sum + row;
  return sum + int(spare.size()) + int(none.size());
}
