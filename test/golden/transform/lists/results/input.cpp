#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT std::vector<int> doubles(Tensor n) {
  std::vector<int> found;
  for (Tensor i = 0; i < n; i += 1) found.push_back(i.item<int>() * 2);
  return found;
}

AG_FUNCTION int length(Tensor n) { return static_cast<int>(doubles(n).size()); }

AG_FUNCTION Tensor is_empty(Tensor n) {
  if (doubles(n).empty()) return n - 1;
  return n + 1;
}

AG_FUNCTION int sum(Tensor n) {
  int sum = doubles(n + 1)[0];
  for (size_t k = 0; k < doubles(n).size(); ++k) sum += doubles(n)[k];
  return sum;
}

AG_FUNCTION bool starts_alike(Tensor n) {
  const int first[] = {0, 2};
  auto found = doubles(n);
  return std::equal(first, first + 2, found.begin());
}
