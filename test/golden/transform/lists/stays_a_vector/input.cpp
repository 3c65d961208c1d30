#include <ag/ag.h>
#include <algorithm>
#include <vector>
using ag::Tensor;

Tensor longest(const std::vector<Tensor>& rows);

AG_FUNCTION Tensor known(Tensor x, int count) {
  std::vector<Tensor> rows;
  std::vector<int> numbers;
  for (int i = 0; i < count; ++i) {
    rows.push_back(x * i);
    numbers.push_back(i);
  }
  std::sort(numbers.begin(), numbers.end());
  return longest(rows) + numbers[0];
}

AG_CONVERT Tensor as_many_as_before(Tensor x) {
  std::vector<Tensor> window{x, x + 1};
  while (x < 10) {
    window.erase(window.begin());
    window.push_back(x);
    x = x + 1;
  }
  return longest(window);
}
