#include <ag/ag.h>

#include <array>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(std::vector<Tensor> rows, Tensor x) {
  int k = int(x);
  Tensor first = rows[k];
  auto second = rows[k - 1];
  rows[k] = first + second;
  rows[k] += 1;
  return rows[0] + rows[k];
}

AG_FUNCTION double g(Tensor x) {
  std::vector<std::vector<double>> table{{1, 2}, {3, 4}};
  int k = int(x) % 2;
  table[0][k] += 5;
  return table[0][k] + table[1][1 - k];
}
