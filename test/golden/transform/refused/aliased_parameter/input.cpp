#include <ag/ag.h>
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
