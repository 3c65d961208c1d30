#include <ag/ag.h>

#include <map>
#include <string>
#include <unordered_map>
#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  std::map<std::string, int> counts{{"small", 0}, {"large", 0}};
  std::unordered_map<int, double> sums;
  std::map<int, int> known{{1, 2}};
  std::vector<double> list{1, 2, 3};
  sums[0] = sums[1] = 0;
  while (x > 0) {
    if (x > 2) {
      ++counts["large"];
    } else {
      counts["small"] += 2;
    }
    for (int k = 0; k < 2; ++k) sums.at(k) += k * double(x);
    x = x - 1;
  }
  for (const auto& [name, count] : counts) x = x + count;
  for (auto& [k, sum] : sums) sum += list[k] + known.count(k);
  for (auto& one : sums) x = x + one.first * one.second;
  return x;
}
