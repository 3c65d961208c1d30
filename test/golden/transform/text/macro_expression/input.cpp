#include <ag/ag.h>
using ag::Tensor;

#define IS_BIG(x) ((x) > 5)
AG_CONVERT Tensor f(Tensor x) {
  if (IS_BIG(x)) x = x - 5;
  return x;
}
