#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, const std::vector<Tensor>& layers) {
  for (size_t k = 0; k < layers.size(); ++k) x = ag::matmul(x, layers[k]);
  const int half = 3 / 2;
  int rounds = half + 1;
  for (int i = 0; i < rounds; ++i) {
    ag::if_stmt(x[0] > i, AG_STATE(x), [&] { x = x - i; });
  }
  return x;
}
