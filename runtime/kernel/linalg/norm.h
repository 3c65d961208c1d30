#pragma once
/// The Euclidean norm of a vector.
#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ag::kernel {

/// Returns the norm without overflow of the squares; NaN if an element is NaN.
inline double norm(const double* a, int64_t count) {
  double greatest = 0, all = 0;
  for (int64_t k = 0; k < count; ++k) {
    greatest = std::max(greatest, std::abs(a[k]));
    all += std::abs(a[k]);
  }
  if (greatest == 0) return all;  // 0, or NaN
  double sum = 0;
  for (int64_t k = 0; k < count; ++k) sum += (a[k] / greatest) * (a[k] / greatest);
  return greatest * std::sqrt(sum);
}

}  // namespace ag::kernel
