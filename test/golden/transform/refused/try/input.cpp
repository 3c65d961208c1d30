#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  try {
    if (n > 0) n -= 1;
  } catch (...) {
  }
  return n;
}
