#include <ag/ag.h>
#include <set>
#include <utility>
using ag::Tensor;

AG_FUNCTION int distinct(Tensor samples, int skipped) {
  std::set<int> seen;
  for (int i = 0; i < samples.shape(0); ++i) seen.insert(samples[i].item<int>());
  seen.erase(skipped);
  int sum = static_cast<int>(seen.size());
  for (int key : seen) sum = 3 * sum + key;
  return seen.contains(samples[0].item<int>() + 1) ? sum : -sum;
}

// Stays a set, with keys that are known.
AG_FUNCTION Tensor reduced(Tensor x) {
  std::set<int> axes{0, 1};
  axes.erase(1);
  for (int axis : axes) x = ag::sum(x, axis);
  return x;
}

AG_FUNCTION int walk(Tensor steps) {
  std::set<std::pair<int, int>> visited;
  int row = 0, column = 0;
  for (const Tensor& step : steps) {
    visited.insert({row, column});
    if (step > 0)
      ++row;
    else
      --column;
    if (visited.count({row, column})) break;
  }
  return static_cast<int>(visited.size());
}
