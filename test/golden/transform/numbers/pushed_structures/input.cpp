#include <ag/ag.h>

#include <utility>
#include <vector>
using ag::Tensor;

struct Step {
  double size;
  int count;
};

AG_FUNCTION Tensor f(Tensor x) {
  std::vector<Step> steps;
  std::vector<std::pair<double, int>> pairs;
  const Step first{1, 2};
  steps.push_back(first);
  for (int i = 0; i < 3; ++i) {
    steps.push_back({double(x) * i, i});
    pairs.emplace_back(double(x), i);
    if (x > i) pairs[i].second += 10;
  }
  return x + steps[1].size + steps[0].count + pairs[2].second;
}
