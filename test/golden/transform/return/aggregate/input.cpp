#include <ag/ag.h>
using ag::Tensor;

struct Pair {
  Tensor a, b;
};
AG_CONVERT Pair f(Tensor a, Tensor b) {
  if (a > b) return {a, b};
  b = b + 1;
  return {b, b};
}
