#include <ag/ag.h>

#include <array>
#include <utility>
#include <vector>

using ag::Tensor;

// An element that gets another number is as symbolic as that one.
AG_CONVERT double f(std::vector<double> given, int n) {
  std::vector<double> kept{1.0, 2.0};
  std::array<int, 2> counts{3, 4};
  std::swap(given[0], kept[1]);
  const int before = std::exchange(counts[0], n);
  return kept[1] + counts[0] + before;
}
