#pragma once
/// Powers of two by which matrices are scaled, so that the squares of their elements are in range.
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ag::kernel {

/// Returns the exponent of the greatest magnitude: the elements are less than 2^exponent. Returns 0 for a matrix of
/// zeros.
inline int binary_exponent(const double* a, int64_t count) {
  double greatest = 0;
  for (int64_t k = 0; k < count; ++k) greatest = std::max(greatest, std::abs(a[k]));
  int exponent = 0;
  std::frexp(greatest, &exponent);
  return exponent;
}

inline bool are_finite(const double* a, int64_t count) {
  return std::all_of(a, a + count, [](double x) { return std::isfinite(x); });
}

}  // namespace ag::kernel
