#pragma once
/// The sign of the vectors of a decomposition, which its definition leaves open.
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ag::kernel {

/// True if the sign of a vector has to be changed; decompositions.h has the rule.
inline bool is_turned(const double* x, int64_t count) {
  double greatest = 0;
  for (int64_t k = 0; k < count; ++k) greatest = std::max(greatest, std::abs(x[k]));
  const double* deciding = std::find_if(x, x + count, [&](double one) { return std::abs(one) >= 0.999 * greatest; });
  return deciding != x + count && *deciding < 0;
}

inline void turn(double* x, int64_t count) {
  for (int64_t k = 0; k < count; ++k) x[k] = -x[k];
}

}  // namespace ag::kernel
