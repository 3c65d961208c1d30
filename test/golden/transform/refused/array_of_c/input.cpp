#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

double last(const double* values, int n) { return values[n - 1]; }

AG_CONVERT Tensor f(Tensor x) {
  double values[3] = {0, 2, 1};
  int size = sizeof values;
  if (x > 1) values[0] += 5;
  std::nth_element(values, values + 1, values + 3);
  return x + values[0] + last(values, 3) + size;
}
