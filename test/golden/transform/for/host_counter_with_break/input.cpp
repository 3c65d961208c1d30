#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, std::vector<int> w) {
  for (size_t k = 0; k < w.size(); ++k) {
    x = x + w[k];
    if (x > 5) break;
    x = x * 2;
  }
  return x;
}
