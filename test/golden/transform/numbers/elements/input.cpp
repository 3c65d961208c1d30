#include <ag/ag.h>
#include <array>
#include <utility>
#include <vector>
using ag::Tensor;

AG_CONVERT std::array<int, 4> f(Tensor x) {
  std::array<int, 4> count{};
  std::vector<double> table = {0.5, 1.5, 2.5};
  std::vector<int> fixed = {1, 2};
  int most = 0;
  for (Tensor v : x) {
    const int r = int(v) % 4;
    count[r]++;
    if (count[r] > most) most = count[r] + fixed[1];
  }
  std::pair<int, Tensor> p(most, x * table[most]);
  p = std::pair<int, Tensor>(2, x);
  auto q = std::make_pair(most, 2);
  p.first += q.second;
  return {count[0], most, p.first, 4};
}
