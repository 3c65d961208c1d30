#include <ag/staging/generated.h>
#line 1 "input.cpp"
// Algorithms on a row that a number chooses. A copy of the row would be no place for iterators.
#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> fill_last_staged(Tensor x, ag::Staged<int> n) {
  ag::staged_t<std::vector<std::vector<double>>> rows(ag::host(n), ag::staged(std::vector<double>(2)));
  std::fill(ag::row(rows, n - 1).begin(), ag::row(rows, n - 1).end(), ag::item<double>(x));
  return ag::element(rows, n - 1, 0);
} double fill_last(Tensor x, int n) { return ag::traced<&fill_last>(AG_STATE(x, n), [](Tensor x, int n) { return fill_last_staged(x, n); }); }

AG_FUNCTION ag::Staged<double> sorted_staged(Tensor x, ag::staged_t<std::vector<std::vector<double>>> rows) {
  const ag::Staged<int> k = ag::item<int>(x);
  ag::cxx::sort(ag::row(rows, k).begin(), ag::row(rows, k).end());
  std::for_each(rows[0].begin(), rows[0].end(), [](ag::Staged<double>& one) { one *= 2; });
  return ag::cxx::accumulate(ag::row(rows, k).begin() + 1, ag::row(rows, k).end(), 0.0);
} double sorted(Tensor x, std::vector<std::vector<double>> rows) { return ag::traced<&sorted>(AG_STATE(x, rows), [](Tensor x, std::vector<std::vector<double>> rows) { return sorted_staged(x, ag::staged(rows)); }); }

class Grid {
  int n_;
  std::vector<Tensor> cells_;

 public:
  explicit Grid(int n) : n_(n), cells_(n * n, Tensor(0.0f)) {}
  Tensor& at(int i, int j) { return cells_[i * n_ + j]; }
 public: explicit Grid(ag::Parts) {} [[maybe_unused]] friend auto ag_fields(Grid& object) { return std::tie(object.n_, object.cells_); } }; struct Grid_staged; [[maybe_unused]] inline Grid_staged ag_staged_class(const Grid*); struct Grid_staged { ag::Staged<int> n_; std::vector<Tensor> cells_; explicit Grid_staged(ag::Parts) {} explicit Grid_staged(ag::Staged<int> n); ag::Place<Tensor> at(ag::Staged<int> i, ag::Staged<int> j); [[maybe_unused]] friend auto ag_fields(Grid_staged& object) { return std::tie(object.n_, object.cells_); } }; inline Grid_staged ag_staged_class(const Grid*) { return Grid_staged(ag::Parts()); }

AG_FUNCTION Tensor cell(Tensor x) { return ag::traced<&cell>(AG_STATE(x), [](Tensor x) -> Tensor {
  ag::staged_t<Grid> grid(2);
  const ag::Staged<int> k = ag::item<int>(x);
  grid.at(k, k) = x;
  return grid.at(1, 1);
}); }
static const ag::GeneratedCode ag_generated_code_input_1(&fill_last, "AG_FUNCTION ag::Staged<double> fill_last_staged(Tensor x, ag::Staged<int> n) {\n  ag::staged_t<std::vector<std::vector<double>>> rows(\n      ag::host(n), ag::staged(std::vector<double>(2)));\n  std::fill(ag::row(rows, n - 1).begin(), ag::row(rows, n - 1).end(), ag::item<double>(x));\n  return ag::element(rows, n - 1, 0);\n}");
static const ag::GeneratedCode ag_generated_code_input_2(&sorted, "AG_FUNCTION ag::Staged<double> sorted_staged(\n    Tensor x, ag::staged_t<std::vector<std::vector<double>>> rows) {\n  const ag::Staged<int> k = ag::item<int>(x);\n  ag::cxx::sort(ag::row(rows, k).begin(), ag::row(rows, k).end());\n  std::for_each(rows[0].begin(), rows[0].end(), [](ag::Staged<double>& one) { one *= 2; });\n  return ag::cxx::accumulate(ag::row(rows, k).begin() + 1, ag::row(rows, k).end(), 0.0);\n}");
static const ag::GeneratedCode ag_generated_code_input_3(&cell, "AG_FUNCTION Tensor cell(Tensor x) {\n  ag::staged_t<Grid> grid(2);\n  const ag::Staged<int> k = ag::item<int>(x);\n  grid.at(k, k) = x;\n  return grid.at(1, 1);\n}");
#line 27 "input.cpp"
inline Grid_staged::Grid_staged(ag::Staged<int> n) : n_(n), cells_(ag::host(n * n), Tensor(0.0f)) {}
#line 28 "input.cpp"
inline ag::Place<Tensor> Grid_staged::at(ag::Staged<int> i, ag::Staged<int> j) { return ag::element(cells_, i * n_ + j); }
