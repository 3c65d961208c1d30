#include <ag/ag.h>

#include <vector>
using ag::Tensor;

double sum = 0;
struct Totals {
  double sum = 0;
} totals;

AG_FUNCTION Tensor accumulated(Tensor x, const double& step) {
  sum += step;
  return x * step + sum;
}
AG_FUNCTION Tensor in_an_object(Tensor x, const double& step) {
  totals.sum += step;
  return x * step + totals.sum;
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
