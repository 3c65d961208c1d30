// Conway's Game of Life on a torus, until nothing changes or a pattern of period two is found.
#include <ag/ag.h>

#include <iostream>
#include <tuple>

using ag::Tensor;

namespace {

enum class End { running, still, blinking, extinct };

Tensor neighbours(Tensor board) {
  Tensor count = ag::zeros_like(board);
  for (int dy = -1; dy <= 1; ++dy) {
    for (int dx = -1; dx <= 1; ++dx) {
      if (dx == 0 && dy == 0) continue;
      count += ag::roll(ag::roll(board, dy, 0), dx, 1);
    }
  }
  return count;
}

Tensor next_generation(Tensor board) {
  const Tensor count = neighbours(board);
  return ag::where(count == 3, 1, ag::where(count == 2, board, 0));
}

/// The last board, the number of generations, and how it ended.
AG_FUNCTION std::tuple<Tensor, int, End> live(Tensor board, int limit) {
  Tensor before = board;
  int generation = 0;
  End end = End::running;
  while (end == End::running && generation < limit) {
    const Tensor next = next_generation(board);
    ++generation;
    if (!ag::any(next)) {
      end = End::extinct;
    } else if (ag::all(next == board)) {
      end = End::still;
    } else if (generation > 1 && ag::all(next == before)) {
      end = End::blinking;
    }
    before = board;
    board = next;
  }
  return {board, generation, end};
}

/// The same for one cell at a time, as one writes it over arrays.
AG_FUNCTION Tensor one_generation(Tensor board) {
  const int rows = static_cast<int>(board.shape(0)), columns = static_cast<int>(board.shape(1));
  Tensor next = board;
  for (int y = 0; y < rows; ++y) {
    for (int x = 0; x < columns; ++x) {
      int count = 0;
      for (int dy = -1; dy <= 1; ++dy) {
        for (int dx = -1; dx <= 1; ++dx) {
          if (dx == 0 && dy == 0) continue;
          if (board((y + dy + rows) % rows, (x + dx + columns) % columns) == 1) ++count;
        }
      }
      if (board(y, x) == 1) {
        next(y, x) = count == 2 || count == 3 ? 1 : 0;
      } else {
        next(y, x) = count == 3 ? 1 : 0;
      }
    }
  }
  return next;
}

}  // namespace

void run() {
  Tensor board = ag::zeros({6, 6}, ag::int32);
  std::cout << std::get<1>(live(board, 10)) << "\n";
  for (int x : {1, 2, 3}) board(2, x) = 1;
  for (int extra = 0; extra < 3; ++extra) {
    const auto [last, generations, end] = live(board, 30);
    std::cout << last << "\nafter " << generations << " generations: " << static_cast<int>(end) << "\n";
    board(3, 3 + extra) = 1;
  }
  std::cout << one_generation(board(ag::slice(1, 5), ag::slice(0, 4))) << "\n";
}
