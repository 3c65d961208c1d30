#include <ag/ag.h>
using ag::Tensor;

AG_DO_NOT_CONVERT void doubled(double& value) { value *= 2; }
AG_CONVERT Tensor f(Tensor x) {
  double n = 1;
  if (x > 1) n = 5;
  doubled(n);
  return x * n;
}
