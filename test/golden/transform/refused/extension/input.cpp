#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor or_else(Tensor x, int* p) {
  return x + *(p ?: nullptr);
}
