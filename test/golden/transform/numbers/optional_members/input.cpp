#include <ag/ag.h>

#include <optional>
#include <vector>
using ag::Tensor;

struct Best {
  int rounds = 0;
  Tensor at;
  std::vector<double> trail{1, 2};
};

AG_FUNCTION Tensor f(Tensor x) {
  std::optional<Best> best = Best{.at = x};
  while (best->at < 5) {
    best->at = best->at + 2;
    best->rounds++;
    best.value().trail[0] -= 1;
  }
  return best->at + best->rounds + best->trail[0];
}
