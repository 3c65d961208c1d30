#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Layer {
  std::vector<double> weights;
  std::vector<Tensor> rows;
};

AG_FUNCTION Tensor f(Tensor x) {
  Layer layer{{1, 2}, {x, x + 1}};
  double table[2][2] = {{1, 2}, {3, 4}};
  for (double& w : layer.weights) {
    if (x > w) w = -w;
  }
  for (Tensor& row : layer.rows) {
    if (row > 2) break;
    row = row + 1;
  }
  for (auto& row : table) {
    for (double& cell : row) {
      if (x > cell) cell += 10;
    }
  }
  return layer.rows[0] + layer.weights[0] + table[1][1];
}
