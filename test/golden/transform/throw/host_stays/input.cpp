#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  constexpr int steps = 3;
  if (steps > 5) throw std::invalid_argument("steps");
  if (x > 0) {
    try {
      if (steps > 4) throw std::invalid_argument("steps");
    } catch (const std::invalid_argument&) {
      throw;
    }
    x += steps;
  }
  return x;
}
