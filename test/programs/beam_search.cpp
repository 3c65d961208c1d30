// Beam search through a table of transition scores, until every beam has reached the end token.
#include <ag/ag.h>

#include <array>
#include <iostream>
#include <tuple>

using ag::Tensor;

namespace {

constexpr int kTokens = 4;
constexpr int kBeams = 2;
constexpr int kEnd = 3;
constexpr int kLength = 6;

/// The tokens of the best beam, its score, and its length.
AG_FUNCTION std::tuple<Tensor, double, int> search(Tensor log_scores) {
  std::array<Tensor, kBeams> sequence;
  std::array<double, kBeams> score = {0.0, -1e30};
  std::array<int, kBeams> last = {0, 0};
  std::array<bool, kBeams> finished = {false, false};
  for (int b = 0; b < kBeams; ++b) sequence[b] = ag::zeros({kLength}, ag::int32);

  int length = 0;
  while (length < kLength && !(finished[0] && finished[1])) {
    std::array<double, kBeams> best = {-1e30, -1e30};
    std::array<int, kBeams> from = {0, 0}, token = {0, 0};
    for (int b = 0; b < kBeams; ++b) {
      for (int k = 0; k < kTokens; ++k) {
        if (finished[b] && k != kEnd) continue;
        const double s = finished[b] ? score[b] : score[b] + double(log_scores(last[b], k));
        if (s > best[0]) {
          best[1] = best[0];
          from[1] = from[0];
          token[1] = token[0];
          best[0] = s;
          from[0] = b;
          token[0] = k;
        } else if (s > best[1]) {
          best[1] = s;
          from[1] = b;
          token[1] = k;
        }
      }
    }
    const std::array<Tensor, kBeams> before = sequence;
    const std::array<bool, kBeams> ended = finished;
    for (int b = 0; b < kBeams; ++b) {
      sequence[b] = from[b] == 0 ? before[0] : before[1];
      sequence[b][length] = token[b];
      score[b] = best[b];
      last[b] = token[b];
      finished[b] = (from[b] == 0 ? ended[0] : ended[1]) || token[b] == kEnd;
    }
    ++length;
  }
  return {sequence[0], score[0], length};
}

}  // namespace

void run() {
  const Tensor first = ag::tensor(
      {{0.1, 0.5, 0.3, 0.1}, {0.2, 0.1, 0.6, 0.1}, {0.3, 0.3, 0.1, 0.3}, {0.25, 0.25, 0.25, 0.25}}, ag::float64);
  const Tensor second = ag::tensor(
      {{0.6, 0.2, 0.15, 0.05}, {0.1, 0.1, 0.1, 0.7}, {0.4, 0.4, 0.1, 0.1}, {0.1, 0.1, 0.1, 0.7}}, ag::float64);
  for (const Tensor& table : {first, second}) {
    const auto [tokens, score, length] = search(ag::log(table));
    std::cout << tokens << " score " << score << ", " << length << " steps\n";
  }
}
