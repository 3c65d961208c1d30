#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(std::vector<Tensor> values) {
  Tensor sum = 0;
  std::for_each(values.begin(), values.end(), [&sum](Tensor& value) {
    ag::if_stmt(value < 0, AG_STATE(value), [&] { value = 0; });
    sum += value;
  });
  return sum;
}
