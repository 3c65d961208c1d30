// Where a tensor decides whether a subscript or a division is reached, it looks first: the branch is traced also where
// it is never taken. What a loop or a constant keeps inside stays as it is.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>
using ag::Tensor;

#define LESS(a, b) ((a) < (b))
#define AT(v, i) ((v)[(i)])

double table[4] = {1, 2, 3, 4};
struct Grid {
  int cells[2][3];
} outside;

std::vector<double> recent;

AG_FUNCTION double f(Tensor length, Tensor x, int k) {
  std::array<double, 4> a{1, 2, 3, 4};
  std::vector<std::pair<double, int>> pairs{{1, 2}, {3, 4}};
  int grid[2][2] = {{1, 2}, {3, 4}};
  double sum = a[k];
  for (int i = 0; i < 4; ++i) {
    if (i + 1 < length) a[i + 1] += a[i] * double(x);
    if (i < length && a[3 - i] > 1) sum += 12 / (3 - i) + 7 % (i + 1);
    if (length > i) pairs[i].second += grid[i][1] / k;
    for (size_t j = 0; j < pairs.size(); ++j) sum += length > i ? pairs[j].first : a[0];
  }
  double local[3] = {1, 2, 3};
  for (int i = 0; i < 3; ++i) {
    if (i < length) table[i + 2] = table[i] + table[k] + outside.cells[i][2];
    if (length > i + 1) sum += AT(local, i + 1) + (local)[k] + 6 / AT(local, i);
  }
  std::vector<double> stack{x.item<double>()}, none;
  std::vector<int> unused;
  if (length > 7) sum += none.back() * recent.back() + none.front() + unused.back();
  while (length > 3) {
    stack.push_back(sum);
    none.back() += stack.back();
    length = length - 1;
  }
  if (x > 1 && LESS(pairs[k % 2].second, pairs[1].second)) sum -= 1;
  const auto [least, most] = std::minmax({sum, a[1], 3.0});
  return least * 100 + most;
}
