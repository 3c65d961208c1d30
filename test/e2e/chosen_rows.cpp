// Algorithms on rows that a number chooses, and methods that give a tensor of their object.
#include <algorithm>
#include <array>
#include <numeric>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace chosen_rows_programs {
namespace {

using Rows = std::vector<std::vector<double>>;

Rows table(Tensor x, int n) {
  Rows rows(n, std::vector<double>(3));
  for (int t = 0; t < n; ++t)
    for (int k = 0; k < 3; ++k) rows[t][k] = x.item<double>() * t + (k * 7 + 2 * t) % 5;
  return rows;
}

AG_FUNCTION double filled(Tensor x, int n) {
  Rows rows(n, std::vector<double>(2));
  std::fill(rows[n - 1].begin(), rows[n - 1].end(), x.item<double>());
  std::iota(rows[0].begin(), rows[0].end(), 1);
  return rows[n - 1][0] + 10 * rows[0][1];
}

AG_FUNCTION double in_a_loop(Tensor x, int n) {
  Rows rows = table(x, n);
  double sum = 0;
  for (int t = 0; t < n; ++t) {
    std::for_each(rows[t].begin(), rows[t].end(), [](double& one) { one *= 2; });
    sum += *std::max_element(rows[t].begin(), rows[t].end()) + 10 * *std::min_element(rows[t].begin(), rows[t].end());
  }
  std::vector<double> last(rows[n - 1].begin(), rows[n - 1].end());
  return sum + last[0];
}

AG_FUNCTION double chosen(Tensor x, int n) {
  Rows rows = table(x, n);
  const int k = x.item<int>() % n;
  std::sort(rows[k].begin(), rows[k].end());
  double sum = std::accumulate(rows[k].begin() + 1, rows[k].end(), 1.0);
  std::reverse(rows[k].begin(), rows[k].end());
  for (int t = 0; t < n; ++t) sum = sum * 10 + rows[t][0];
  std::vector<double> copy(rows[k].begin(), rows[k].end());
  std::transform(copy.begin(), copy.end(), rows[n - 1].begin(), [](double one) { return one * 2; });
  std::sort(rows[k].begin(), rows[k].end(), [](double a, double b) { return a > b; });
  return sum * 100 + rows[k][2] + rows[n - 1][1] + copy[0];
}

AG_FUNCTION int found(Tensor x, int n) {
  const Rows rows = table(x, n);
  const int k = x.item<int>() % n;
  auto best = std::max_element(rows[k].begin(), rows[k].end());
  const int at = best - rows[k].begin();
  const bool three = std::find(rows[k].begin(), rows[k].end(), 3.0) != rows[k].end();
  return at * 100 + (three ? 10 : 0) +
         std::count_if(rows[k].begin(), rows[k].end(), [](double one) { return one > 2; });
}

AG_FUNCTION double of_arrays(Tensor x) {
  std::array<std::array<double, 3>, 2> rows{};
  const int k = x.item<int>() % 2;
  std::iota(rows[k].begin(), rows[k].end(), 1);
  std::rotate(rows[k].begin(), rows[k].begin() + 1, rows[k].end());
  std::ranges::fill(rows[1 - k], 0.5);
  return std::inner_product(rows[k].rbegin(), rows[k].rend(), rows[1 - k].begin(), 1.0) +
         10 * std::ranges::max(rows[k]) + 100 * rows[k][0];
}

double total(const Rows& rows, int k) { return std::accumulate(rows[k].begin(), rows[k].end(), 0.0); }

AG_FUNCTION double of_callees(Tensor x, int n) {
  Rows rows = table(x, n);
  double sum = 0;
  for (int t = 0; t < n; ++t) sum += total(rows, t);
  return sum * 10 + total(rows, x.item<int>() % n);
}

struct Track {
  std::vector<double> points;
  double length;
};

AG_FUNCTION double of_members(Tensor x, int n) {
  std::vector<Track> tracks(n, Track{std::vector<double>(2, 1.5), 2});
  tracks[n - 1].points[1] = x.item<double>();
  return std::accumulate(tracks[n - 1].points.begin(), tracks[n - 1].points.end(), tracks[n - 1].length);
}

class Grid {
  int n_;
  std::vector<Tensor> cells_;

 public:
  explicit Grid(int n) : n_(n), cells_(n * n, Tensor(0.0f)) {}
  Tensor& at(int i, int j) { return cells_[i * n_ + j]; }
  const Tensor& at(int i, int j) const { return cells_[i * n_ + j]; }
  Tensor& front() { return cells_[0]; }
};

Tensor trace(const Grid& grid, int n) {
  Tensor sum = 0.0f;
  for (int i = 0; i < n; ++i) sum += grid.at(i, i);
  return sum;
}

AG_FUNCTION Tensor tensors_of_a_grid(Tensor x, int n) {
  Grid grid(n);
  for (int i = 0; i < n; ++i) grid.at(i, i) = x * i;
  const int k = x.item<int>() % n;
  grid.at(k, 1) += 5;
  grid.at(0, k) = grid.at(1, 1) * 2;
  grid.front() += 0.25f;
  return trace(grid, n) + 10 * grid.at(0, 1) + 100 * grid.at(k, k);
}

}  // namespace
}  // namespace chosen_rows_programs

void e2e::chosen_rows() {
  using namespace chosen_rows_programs;
  for (const double value : {3.0, 4.0, 5.0}) {
    const Tensor x(value);
    run("filled", filled, x, 3);
    run("in_a_loop", in_a_loop, x, 3);
    run("chosen", chosen, x, 3);
    run("found", found, x, 3);
    run("of_arrays", of_arrays, x);
    run("of_callees", of_callees, x, 3);
    run("of_members", of_members, x, 3);
    run("tensors_of_a_grid", tensors_of_a_grid, Tensor(float(value)), 2);
  }
}
