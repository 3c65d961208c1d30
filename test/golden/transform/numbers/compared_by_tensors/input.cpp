// Functions that read elements of variables outside of them: x[i] returns a reference, which is no change.
#include <ag/ag.h>

#include <algorithm>
#include <numeric>
#include <vector>
using ag::Tensor;

AG_FUNCTION int first_of(Tensor x, std::vector<double> weights) {
  std::vector<int> order(4), other{3, 1, 2, 0};
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return (x[a] < x[b]).item<bool>(); });
  std::stable_sort(other.begin(), other.end(), [&](int a, int b) {
    const double& left = weights[a];
    return left * x(a).item<double>() < weights.at(b) + weights.front();
  });
  std::vector<int> known{1, 2, 3};
  const auto most =
      std::max_element(known.begin(), known.end(), [&](int a, int b) { return double(x[a]) < double(x[b]); });
  return order[0] + other[0] + *most;
}
