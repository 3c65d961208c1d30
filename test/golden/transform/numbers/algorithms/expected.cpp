#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION ag::Staged<double> scored_staged(Tensor x, Tensor limit) {
  ag::staged_t<std::vector<double>> values(4), weights{1, 2, 3, 4};
  for (int i = 0; i < 4; ++i) values[i] = ag::item<double>(x[i]);
  const ag::Staged<double> mean = ag::cxx::accumulate(values.begin(), values.end(), 0.0) / values.size();
  const ag::Staged<double> most = *ag::cxx::max_element(values.begin(), values.end());
  auto above = [&](ag::Staged<double> value) { return value > mean; };
  const ag::Staged<long> count = ag::cxx::count_if(values.begin(), values.end(), above);
  ag::Staged<double> squares = ag::cxx::accumulate(values.begin(), values.end(), 0.0, [](ag::Staged<double> sum, ag::Staged<double> value) { return sum + value * value; });
  std::transform(values.begin(), values.end(), weights.begin(), [&](ag::Staged<double> value) { return (value - mean) / most; });
  ag::cxx::sort(values.begin(), values.end());
  ag::Staged<int> order[3];
  std::iota(order, order + 3, ag::item<int>(limit));
  std::fill(weights.begin() + 2, weights.end(), most);
  return count * ag::cxx::inner_product(values.begin(), values.end(), weights.begin(), squares) + order[2];
} double scored(Tensor x, Tensor limit) { return ag::traced<&scored>(AG_STATE(x, limit), [](Tensor x, Tensor limit) { return scored_staged(x, limit); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&scored, "AG_FUNCTION ag::Staged<double> scored_staged(Tensor x, Tensor limit) {\n  ag::staged_t<std::vector<double>> values(4), weights{1, 2, 3, 4};\n  for (int i = 0; i < 4; ++i) values[i] = ag::item<double>(x[i]);\n  const ag::Staged<double> mean =\n      ag::cxx::accumulate(values.begin(), values.end(), 0.0) / values.size();\n  const ag::Staged<double> most = *ag::cxx::max_element(values.begin(), values.end());\n  auto above = [&](ag::Staged<double> value) { return value > mean; };\n  const ag::Staged<long> count = ag::cxx::count_if(values.begin(), values.end(), above);\n  ag::Staged<double> squares = ag::cxx::accumulate(values.begin(), values.end(), 0.0,\n      [](ag::Staged<double> sum, ag::Staged<double> value) { return sum + value * value; });\n  std::transform(values.begin(), values.end(), weights.begin(),\n      [&](ag::Staged<double> value) { return (value - mean) / most; });\n  ag::cxx::sort(values.begin(), values.end());\n  ag::Staged<int> order[3];\n  std::iota(order, order + 3, ag::item<int>(limit));\n  std::fill(weights.begin() + 2, weights.end(), most);\n  return count * ag::cxx::inner_product(values.begin(), values.end(), weights.begin(), squares) +\n         order[2];\n}");
