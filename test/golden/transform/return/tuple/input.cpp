#include <ag/ag.h>
#include <tuple>
using ag::Tensor;

AG_CONVERT std::tuple<Tensor, Tensor> f(Tensor a, Tensor b) {
  for (Tensor i : ag::range(a)) {
    if (i > b) return {i, a};
  }
  return {b, b * 2};
}
