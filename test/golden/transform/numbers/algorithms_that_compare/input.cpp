#include <ag/ag.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION double f(Tensor x) {
  std::vector<double> values(4);
  std::vector<double> known{3, 1, 2};
  for (int i = 0; i < 4; ++i) values[i] = double(x[i]);
  std::sort(values.begin(), values.end(), std::greater<>());
  std::sort(known.begin(), known.end(), [](double a, double b) { return a > b; });
  double result = std::reduce(values.begin(), values.end(), 0.0);
  result += *std::max_element(values.begin(), values.end(), [](double a, double b) { return a * a < b * b; });
  if (std::find(values.begin(), values.end(), result) != values.end()) result += 1;
  const int k = std::min_element(values.begin(), values.end()) - values.begin();
  std::replace_if(values.begin(), values.end(), [&](double one) { return one > result; }, 0.0);
  return result + values[k] + std::distance(known.begin(), std::find(known.begin(), known.end(), result));
}
