#include <ag/ag.h>

#include <array>
#include <vector>
using ag::Tensor;

constexpr int kMoves[2][3] = {{0, 1, 2}, {2, 0, 1}};

AG_FUNCTION double walked(Tensor x) {
  double board[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  std::vector<std::vector<double>> seen(3, std::vector<double>(3));
  std::array<std::array<int, 2>, 3> counts{};
  int row = 0, column = 0;
  while (x > 0) {
    row = kMoves[column % 2][row];
    board[row][column] += seen[row][2];
    seen[row][column] = board[0][column];
    ++counts[row][1];
    column = (column + 1) % 3;
    x = x - 1;
  }
  return board[row][column] + seen[0][1] + counts[row][1];
}
