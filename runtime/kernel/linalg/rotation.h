#pragma once
/// Plane rotations.
#include <cstdint>

namespace ag::kernel {

/// (x, y) becomes (c x - s y, s x + c y).
inline void rotate(double* __restrict x, double* __restrict y, int64_t count, double c, double s) {
  for (int64_t k = 0; k < count; ++k) {
    const double a = x[k], b = y[k];
    x[k] = c * a - s * b;
    y[k] = s * a + c * b;
  }
}

}  // namespace ag::kernel
