#include <ag/ag.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION double scored(Tensor x, Tensor limit) {
  std::vector<double> values(4), weights{1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) values[i] = double(x[i]);
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / values.size();
  const double most = *std::max_element(values.begin(), values.end());
  auto above = [&](double value) { return value > mean; };
  const auto count = std::count_if(values.begin(), values.end(), above);
  double squares = std::accumulate(values.begin(), values.end(), 0.0, [](double sum, double value) { return sum + value * value; });
  std::transform(values.begin(), values.end(), weights.begin(), [&](double value) { return (value - mean) / most; });
  std::sort(values.begin(), values.end());
  int order[3];
  std::iota(order, order + 3, int(limit));
  std::fill(weights.begin() + 2, weights.end(), most);
  return count * std::inner_product(values.begin(), values.end(), weights.begin(), squares) + order[2];
}
