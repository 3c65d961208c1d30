#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  const int rows = x.shape(0);
  auto columns = x.shape()[1];
  std::vector<Tensor> parts(rows);
  Tensor zeros = ag::zeros({rows + 1, columns});
  if (rows > 3) zeros[rows] = x.size();
  return zeros[ag::slice(0, rows)] * x.ndim();
}
