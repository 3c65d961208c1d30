#include <ag/ag.h>

#include <vector>
using ag::Tensor;

namespace other {
double total = 0;
void add(double by) { total += by; }
}  // namespace other

AG_FUNCTION Tensor through_a_callee(Tensor x, const double& step) {
  other::add(step);
  return x * step;
}
AG_FUNCTION Tensor with_statics(Tensor x, const double& step, double& size) {
  static int calls = 0;
  size += step;
  return x * step + ++calls;
}
struct History {
  std::vector<double> steps;
  double last = 0;
};
AG_FUNCTION Tensor with_heap(Tensor x, const double& step, History& history) {
  history.last = step;
  return x * history.last;
}
