#include <ag/ag.h>

#include <array>
#include <utility>
#include <vector>
using ag::Tensor;

AG_FUNCTION double shuffled(Tensor x, Tensor steps) {
  std::vector<double> values{1, 2, 3, 4};
  std::array<int, 2> count{};
  int k = int(x);
  values.at(1) = values.at(k) + count.at(0);
  while (steps > 0) {
    std::swap(values[k], values[3 - k]);
    std::swap(values[0], values[k]);
    std::swap(count[0], count[1]);
    ++count.at(k % 2);
    k = (k + 1) % 4;
    steps -= 1;
  }
  return values[0] + 10 * values.at(k) + count[1];
}
