#include <ag/ag.h>

#include <algorithm>
#include <initializer_list>
using ag::Tensor;

AG_DO_NOT_CONVERT double mean(std::initializer_list<double> values);

// Lists of numbers that something else reads at once.
AG_FUNCTION int f(Tensor x) {
  const int n = x.item<int>();
  return std::max({n, 4}) + static_cast<int>(mean({1.0, n * 0.5}));
}
