#include <ag/ag.h>

#include <optional>
using ag::Tensor;

AG_FUNCTION double f(Tensor x) {
  std::optional<double> limit = 2.5;
  std::optional<int> known;
  const double y = double(x);
  return limit.value_or(y) + known.value_or(3);
}
