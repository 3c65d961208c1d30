#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <array>
#include <utility>
#include <vector>

using ag::Tensor;

// An element that gets another number is as symbolic as that one.
AG_CONVERT ag::Staged<double> f_staged(ag::staged_t<std::vector<double>> given, ag::Staged<int> n) {
  ag::staged_t<std::vector<double>> kept{1.0, 2.0};
  ag::staged_t<std::array<int, 2>> counts{3, 4};
  std::swap(given[0], kept[1]);
  const ag::Staged<int> before = std::exchange(counts[0], n);
  return kept[1] + counts[0] + before;
} double f(std::vector<double> given, int n) { return ag::plain<double>(f_staged(ag::staged(given), n)); }
