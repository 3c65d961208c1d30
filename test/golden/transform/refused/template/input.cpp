#include <ag/ag.h>
using ag::Tensor;

template <class T>
AG_FUNCTION T twice(T x) {
  return x * 2;
}
