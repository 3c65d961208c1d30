#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor by_case(Tensor n) {
  switch (n > 0 && n < 5) {
    case true:
      return n;
    default:
      return n * 2;
  }
}
