// Global alignment of two sequences after Needleman and Wunsch, with the way back.
#include <ag/ag.h>

#include <iostream>
#include <tuple>

using ag::Tensor;

namespace {

enum Move { kStop, kBoth, kUp, kLeft };

/// The score, and how many positions match and how many gaps there are.
AG_FUNCTION std::tuple<Tensor, int, int> align(Tensor a, Tensor b, int gap) {
  const int n = static_cast<int>(a.shape(0)), m = static_cast<int>(b.shape(0));
  Tensor score = ag::zeros({n + 1, m + 1}, ag::int32);
  Tensor move = ag::zeros({n + 1, m + 1}, ag::int32);
  for (int i = 1; i <= n; ++i) {
    score(i, 0) = -gap * i;
    move(i, 0) = static_cast<int>(kUp);
  }
  for (int j = 1; j <= m; ++j) {
    score(0, j) = -gap * j;
    move(0, j) = static_cast<int>(kLeft);
  }
  for (int i = 1; i <= n; ++i) {
    for (int j = 1; j <= m; ++j) {
      const int match = a[i - 1] == b[j - 1] ? 2 : -1;
      Tensor best = score(i - 1, j - 1) + match;
      int came = kBoth;
      const Tensor up = score(i - 1, j) - gap;
      if (up > best) {
        best = up;
        came = kUp;
      }
      const Tensor left = score(i, j - 1) - gap;
      if (left > best) {
        best = left;
        came = kLeft;
      }
      score(i, j) = best;
      move(i, j) = came;
    }
  }
  int i = n, j = m, matches = 0, gaps = 0;
  while (i > 0 || j > 0) {
    switch (int(move(i, j))) {
      case kBoth:
        --i;
        --j;
        if (a[i] == b[j]) ++matches;
        break;
      case kUp:
        --i;
        ++gaps;
        break;
      default:
        --j;
        ++gaps;
        break;
    }
  }
  return {score(n, m), matches, gaps};
}

}  // namespace

void run() {
  const Tensor first = ag::tensor({0, 1, 2, 3, 0, 1}), second = ag::tensor({0, 2, 3, 3, 1});
  for (int gap : {1, 2}) {
    for (const auto& [a, b] : {std::pair(first, second), std::pair(second, first), std::pair(first, first)}) {
      const auto [score, matches, gaps] = align(a, b, gap);
      std::cout << "score " << score << ", " << matches << " matches, " << gaps << " gaps\n";
    }
  }
}
