#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION auto twice(auto x) { return x * 2; }

template <class T>
AG_FUNCTION auto halved(T x) {
  return x / 2;
}
