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

AG_FUNCTION double counted(Tensor x) {
  std::vector<double> values = x.to_vector<double>();
  std::vector<int> calls(4);
  std::sort(values.begin(), values.end(), [&](double a, double b) {
    int& first = calls[0];
    first += 1;
    return a < b;
  });
  std::sort(values.begin(), values.end(), [&](double a, double b) { return calls[1]++ >= 0 && a < b; });
  std::sort(values.begin(), values.end(), [&](double a, double b) {
    calls.at(2) = 1;
    return a < b;
  });
  std::sort(values.begin(), values.end(), [&](double a, double b) {
    x[0] = a;
    return a < b;
  });
  return values[0];
}
