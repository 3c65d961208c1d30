#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <vector>
using ag::Tensor;

constexpr int kMoves[2][3] = {{0, 1, 2}, {2, 0, 1}};

AG_FUNCTION ag::Staged<double> walked_staged(Tensor x) {
  ag::Staged<double> board[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  ag::staged_t<std::vector<std::vector<double>>> seen(3, ag::staged(std::vector<double>(3)));
  ag::staged_t<std::array<std::array<int, 2>, 3>> counts{};
  ag::Staged<int> row = 0, column = 0;
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, board, seen, counts, row, column), [&] {
    row = ag::element(kMoves, column % 2, row);
    ag::element(board, row, column) += ag::element(seen, row, 2);
    ag::element(seen, row, column) = ag::element(board[0], column);
    ++ag::element(counts, row, 1);
    column = (column + 1) % 3;
    x = x - 1;
  });
  return ag::element(board, row, column) + seen[0][1] + ag::element(counts, row, 1);
} double walked(Tensor x) { return ag::traced<&walked>(AG_STATE(x), [](Tensor x) { return walked_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&walked, "AG_FUNCTION ag::Staged<double> walked_staged(Tensor x) {\n  ag::Staged<double> board[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};\n  ag::staged_t<std::vector<std::vector<double>>> seen(3, ag::staged(std::vector<double>(3)));\n  ag::staged_t<std::array<std::array<int, 2>, 3>> counts{};\n  ag::Staged<int> row = 0, column = 0;\n  ag::while_stmt([&] { return x > 0; }, AG_STATE(x, board, seen, counts, row, column), [&] {\n    row = ag::element(kMoves, column % 2, row);\n    ag::element(board, row, column) += ag::element(seen, row, 2);\n    ag::element(seen, row, column) = ag::element(board[0], column);\n    ++ag::element(counts, row, 1);\n    column = (column + 1) % 3;\n    x = x - 1;\n  });\n  return ag::element(board, row, column) + seen[0][1] + ag::element(counts, row, 1);\n}");
