#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

bool smaller(double a, double b) { return a < b; }

AG_FUNCTION double f(Tensor x) {
  std::vector<double> values(4);
  for (int i = 0; i < 4; ++i) values[i] = double(x[i]);
  std::nth_element(values.begin(), values.begin() + 1, values.end());
  std::sort(values.begin(), values.end(), smaller);
  int comparisons = 0;
  std::stable_sort(values.begin(), values.end(), [&](double a, double b) { return ++comparisons > 0 && a < b; });
  auto most = std::max_element(values.begin(), values.end());
  ++most;
  return std::find(values.begin(), values.end(), 2.0) - values.begin() + *most;
}
