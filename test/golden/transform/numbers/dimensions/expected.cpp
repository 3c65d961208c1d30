#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  const ag::Staged<int> rows = ag::dim(x, 0);
  ag::Staged<int64_t> columns = ag::dim(x, 1);
  std::vector<Tensor> parts(ag::host(rows));
  Tensor zeros = ag::zeros({rows + 1, columns});
  ag::if_stmt(rows > 3, AG_STATE(zeros), [&] { zeros[rows] = ag::element_count(x); });
  return zeros[ag::slice(0, rows)] * x.ndim();
}
