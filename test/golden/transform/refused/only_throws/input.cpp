#include <ag/ag.h>
#include <stdexcept>
using ag::Tensor;

AG_FUNCTION Tensor refused(Tensor x) {
  if (x > 5) {
    throw std::runtime_error("large");
  } else {
    throw std::runtime_error("small");
  }
}

AG_CONVERT Tensor accepted(Tensor x, bool always) {
  if (always) throw std::runtime_error("always");
  if (x > 5) throw std::runtime_error("large");
  return x;
}
