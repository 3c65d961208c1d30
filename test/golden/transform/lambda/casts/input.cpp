#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  const auto raised = [](auto n) { return static_cast<double>(n) + 1; };
  const auto sum = [](auto... all) { return (double(all) + ...); };
  return x + raised(int(x)) + raised(2.5F) + sum(1, int(x));
}
