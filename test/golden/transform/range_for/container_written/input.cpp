#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  std::vector<Tensor> t{1, 2, 3};
  for (auto& v : t) {
    if (v == n) break;
    v = v * n;
  }
  return t[0] + t[1] + t[2];
}
