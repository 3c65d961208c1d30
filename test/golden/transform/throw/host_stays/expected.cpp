#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <stdexcept>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  constexpr int steps = 3;
  if (steps > 5) throw std::invalid_argument("steps");
  ag::if_stmt(x > 0, AG_STATE(x), [&] {
    try {
      if (steps > 4) throw std::invalid_argument("steps");
    } catch (const std::invalid_argument&) {
      throw;
    }
    x += steps;
  });
  return x;
}
