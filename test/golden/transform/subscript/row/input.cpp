// Algorithms on a row that a number chooses. A copy of the row would be no place for iterators.
#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION double fill_last(Tensor x, int n) {
  std::vector<std::vector<double>> rows(n, std::vector<double>(2));
  std::fill(rows[n - 1].begin(), rows[n - 1].end(), x.item<double>());
  return rows[n - 1][0];
}

AG_FUNCTION double sorted(Tensor x, std::vector<std::vector<double>> rows) {
  const int k = x.item<int>();
  std::sort(rows[k].begin(), rows[k].end());
  std::for_each(rows[0].begin(), rows[0].end(), [](double& one) { one *= 2; });
  return std::accumulate(rows[k].begin() + 1, rows[k].end(), 0.0);
}

class Grid {
  int n_;
  std::vector<Tensor> cells_;

 public:
  explicit Grid(int n) : n_(n), cells_(n * n, Tensor(0.0f)) {}
  Tensor& at(int i, int j) { return cells_[i * n_ + j]; }
};

AG_FUNCTION Tensor cell(Tensor x) {
  Grid grid(2);
  const int k = x.item<int>();
  grid.at(k, k) = x;
  return grid.at(1, 1);
}
