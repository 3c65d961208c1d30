#include <ag/ag.h>

#include <vector>
using ag::Tensor;

AG_FUNCTION Tensor f(std::vector<Tensor> rows, Tensor i) {
  int n = int(i);
  float array[n];
  std::vector<float> list(n);
  array[0] = list[0] = 1;
  return rows[n] * array[0];
}
