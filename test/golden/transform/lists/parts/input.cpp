#include <ag/ag.h>

#include <utility>
#include <vector>

using ag::Tensor;

AG_FUNCTION std::vector<std::pair<int, int>> run_lengths(Tensor values) {
  std::vector<std::pair<int, int>> runs;
  for (Tensor v : values) {
    const int value = v.item<int>();
    if (!runs.empty() && runs.back().first == value) {
      ++runs.back().second;
    } else {
      runs.emplace_back(value, 1);
    }
  }
  return runs;
}

AG_FUNCTION int finished(Tensor steps) {
  std::vector<int> left;
  for (Tensor s : steps) {
    if (s > 0) left.push_back(s.item<int>());
  }
  int count = 0;
  for (size_t i = 0; i < left.size(); ++i) {
    if (--left[i] == 0) ++count;
  }
  return count;
}
