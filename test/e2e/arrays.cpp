// Arrays of C in which a tensor decides numbers and tensors, elements of rows that the graph chooses, v.at(n) and
// std::swap of elements.
#include <array>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace arrays_programs {
namespace {

AG_FUNCTION double histogram(Tensor x) {
  int count[4] = {};
  for (Tensor value : x) {
    int k = int(value) & 3;
    count[k]++;
    if (value > 3) count[0] += 10;
  }
  double sum = 0;
  for (int n : count) sum = sum * 100 + n;
  return sum;
}

AG_FUNCTION float moving_maximum(Tensor x) {
  float window[4];
  for (int i = 0; i < 4; ++i) window[i] = 0;
  float most = -100;
  for (Tensor value : x) {
    for (int i = 3; i > 0; --i) window[i] = window[i - 1];
    if (value > 0)
      window[0] = value.item<float>();
    else
      window[0] = -1;
    float sum = 0;
    for (const float& part : window) sum += part;
    if (sum > most) most = sum;
  }
  return most;
}

AG_FUNCTION double solved(Tensor x) {  // Gaussian elimination with a choice of the pivot
  double a[2][3] = {{double(x), 1, 3}, {1, 2, 4}};
  if (a[0][0] * a[0][0] < a[1][0] * a[1][0]) {
    for (int k = 0; k < 3; ++k) std::swap(a[0][k], a[1][k]);
  }
  const double factor = a[1][0] / a[0][0];
  for (int k = 0; k < 3; ++k) a[1][k] -= factor * a[0][k];
  const double y = a[1][2] / a[1][1];
  return y * 10 + (a[0][2] - a[0][1] * y) / a[0][0];
}

constexpr double kTable[2][3] = {{1, 2, 3}, {10, 20, 30}};

AG_FUNCTION double walked(Tensor x) {
  double board[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  std::vector<std::vector<double>> seen{{1}, {2, 3}, {4, 5, 6}};
  int row = 0, column = 0;
  while (x > 0) {
    board[row][column] += kTable[row % 2][column];
    seen[row][row] += board[row][0];
    column = (column + 1) % 3;
    if (column == 0) row = (row + 1) % 3;
    x = x - 1;
  }
  double sum = 0;
  for (const auto& line : board) {
    for (double value : line) sum = sum * 2 + value;
  }
  return sum + seen[0][0] + seen[1][1] * seen[2][2] + seen[2][0];
}

AG_FUNCTION double beside_a_row(Tensor x) {
  std::vector<std::vector<double>> rows{{1, 2}, {3, 4}};
  int k = int(x);
  return rows[k % 2][k % 2] + rows[1][k];
}

AG_FUNCTION Tensor of_tensors(Tensor x) {
  Tensor pair[2] = {x, x * 2};
  Tensor table[2][2] = {{x, x + 1}, {x + 2, x + 3}};
  for (int i = 0; i < 5; ++i) {
    if (ag::sum(pair[0]) < 10) {
      std::swap(pair[0], pair[1]);
      pair[0] = pair[0] + 1;
    }
  }
  int k = int(ag::sum(x)) & 1;
  pair[k] += 1;
  table[k][1 - k] = table[1][k] * 2;
  return pair[0] - pair[1] + table[0][k] + table[1][0];
}

struct Bins {
  int n[3] = {0, 0, 0};
  double sum = 0, low[2];
  void add(Tensor value) {
    ++n[value > 2 ? 2 : value > 1 ? 1 : 0];
    sum += double(value);
    low[0] = low[1] = sum;
  }
};

Bins counted(Tensor x, Bins bins) {
  for (Tensor value : x) bins.add(value);
  return bins;
}

AG_FUNCTION Bins binned(Tensor x) {
  Bins first;
  first.low[0] = first.low[1] = 0;
  return counted(x, counted(x * 2, first));
}

struct Filter {
  Tensor state[2];
  Tensor gain;
};

AG_FUNCTION Filter filtered(Filter filter, Tensor x) {
  for (Tensor value : x) {
    filter.state[1] = filter.state[0];
    if (value > 0) filter.state[0] = filter.gain * value + filter.state[1];
  }
  return filter;
}

AG_FUNCTION Tensor stacked(Tensor x) {
  double values[2][2] = {{1, 2}, {3, 4}};
  if (x > 0) values[0][1] = double(x);
  return ag::tensor(values) * x;
}

AG_FUNCTION double at_known(Tensor x) {
  std::vector<double> v{1, 2, 3};
  v.at(1) = double(x);
  if (x > 2) v.at(2) += 1;
  return v.at(0) + v.at(1) * 10 + v.at(2) * 100;
}

AG_FUNCTION double at_chosen(Tensor x) {
  std::array<double, 3> v{1, 2, 3};
  int k = int(x);
  v.at(k) = 7;
  v.at(k) += v.at(2 - k);
  return v[0] + v[1] * 10 + v[2] * 100;
}

/// The text of std::out_of_range is that of the library, or of the graph.
bool at_throws(Tensor x) {
  try {
    at_chosen(x);
    return false;
  } catch (const std::out_of_range&) {
    return true;
  }
}

AG_FUNCTION double sorted(Tensor x) {
  std::vector<double> v(5);
  for (int i = 0; i < 5; ++i) v[i] = double(x[i]);
  for (int i = 0; i < 5; ++i) {
    for (int j = 0; j + 1 < 5; ++j) {
      if (v[j] > v[j + 1]) std::swap(v[j], v[j + 1]);
    }
  }
  double sum = 0;
  for (double value : v) sum = sum * 10 + value;
  return sum;
}

AG_FUNCTION double selected(Tensor x) {
  std::vector<double> v(5);
  double other = 0.5;
  for (int i = 0; i < 5; ++i) v[i] = double(x[i]);
  for (int i = 0; i < 5; ++i) {
    int least = i;
    for (int j = i + 1; j < 5; ++j) {
      if (v[j] < v[least]) least = j;
    }
    std::swap(v[i], v[least]);
    if (i == 2) std::swap(other, v[least]);
    std::swap(v[least], v[least]);
  }
  double sum = 0;
  for (double value : v) sum = sum * 10 + value;
  return sum + other;
}

// Rows that the graph chooses change places.
AG_FUNCTION double determinant(Tensor matrix) {
  const int n = matrix.shape(0);
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  std::vector<std::array<int, 2>> order(n);
  for (int i = 0; i < n; ++i) {
    order[i] = {i, -i};
    for (int j = 0; j < n; ++j) a[i][j] = matrix[i][j].item<double>();
  }
  double result = 1;
  for (int k = 0; k < n; ++k) {
    int pivot = k;
    for (int i = k + 1; i < n; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    if (a[pivot][k] == 0) return 0;
    if (pivot != k) {
      std::swap(a[pivot], a[k]);
      std::swap(order[k], order[pivot]);
      result = -result;
    }
    std::swap(order[0], order[n - 1]);
    result *= a[k][k];
    for (int i = k + 1; i < n; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (int j = k; j < n; ++j) a[i][j] -= factor * a[k][j];
    }
  }
  return result + 100 * order[0][0] + order[1][1];
}

AG_FUNCTION int of_bits(Tensor x) {
  std::vector<bool> on(4), known{true, false};
  known.flip();
  for (int i = 0; i < 4; ++i) {
    if (x[i] > 0) on[i] = true;
  }
  int sum = known[1] + 2 * known[0];
  for (size_t i = 0; i < on.size(); ++i) sum = 2 * sum + on[i];
  const double first = on[0];
  on[3] = !on[3];
  on.flip();
  on.at(2) = on[3];
  const bool any = on[1] || on[2];
  if (on[0] && !on[1]) sum += 1000;
  for (bool bit : on) sum = 2 * sum + bit;
  return sum + int(first) + (on[2] ? 5 : 7) + (on[0] == any);
}

}  // namespace
}  // namespace arrays_programs

void e2e::arrays() {
  using namespace arrays_programs;
  run("determinant", determinant, ag::reshape(ag::tensor({1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 10.0}), {3, 3}));
  run("determinant", determinant, ag::tensor({{0.0, 2.0}, {3.0, 4.0}}));
  run("determinant", determinant, ag::tensor({{0.0, 2.0}, {0.0, 4.0}}));
  run("of_bits", of_bits, ag::tensor({4.0, -1.0, 3.0, -2.0}));
  run("of_bits", of_bits, ag::tensor({-4.0, 1.0, -3.0, 2.0}));
  const Tensor five = ag::tensor({3.0, 1.0, 4.0, -1.0, 5.0});
  run("histogram", histogram, five);
  run("moving_maximum", moving_maximum, five);
  for (double x : {-3.0, 0.0, 0.5, 2.0}) {
    run("solved", solved, ag::tensor(x));
    run("stacked", stacked, ag::tensor(x));
    run("at_known", at_known, ag::tensor(x + 1));
  }
  for (int n : {0, 1, 4, 11}) run("walked", walked, ag::tensor(n));
  run("beside_a_row", beside_a_row, ag::tensor(1));
  run("of_tensors", of_tensors, ag::tensor({1.0, 2.0}));
  run("of_tensors", of_tensors, ag::tensor({1.0, -0.5}));
  run("binned", binned, ag::tensor({0.5, 1.5, 2.5}));
  run("filtered", filtered, Filter{{ag::tensor(1.0), ag::tensor(2.0)}, ag::tensor(0.5)}, five);
  for (int k : {0, 1, 2}) run("at_chosen", at_chosen, ag::tensor(k));
  for (int k : {0, 3, -1}) run("at_throws", at_throws, ag::tensor(k));
  run("sorted", sorted, five);
  run("selected", selected, five);
}
