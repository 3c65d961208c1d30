#pragma once
/// The inverse of the 2 × 2 matrix [[a, b], [c, d]], with a single division. T: float or double of the host, or
/// symbolic.
#include <array>

#include "kernel/scalar/symbolic.h"

namespace ag::kernel {

/// The determinant is exact to 1.5 units in the last place, even under cancellation (C.-P. Jeannerod, N. Louvet, J.-M.
/// Muller, "Further analysis of Kahan's algorithm for the accurate computation of 2 x 2 determinants", Mathematics of
/// Computation 82, 2013), so each element is exact to 3. If the determinant is small or great, products may be
/// subnormal or infinite. Such matrices, and those without an inverse, are left to elimination.
template <class T>
class SmallInverse {
 public:
  SmallInverse(T a, T b, T c, T d) : adjugate_{d, T(0) - b, T(0) - c, a}, determinant_(T(0)) {
    const T product = b * c;
    determinant_ = fma(a, d, -product) + fma(-b, c, product);
  }

  /// True if the determinant is within the range of this method, as a host number or a symbolic one.
  auto fits() const {
    constexpr double most = bits_of<T> == 32 ? 0x1p90 : 0x1p900;
    return ((determinant_ >= T(1 / most)) | (determinant_ <= T(-1 / most))) &
           ((determinant_ <= T(most)) & (determinant_ >= T(-most)));
  }

  /// The elements by rows. No zero has a sign.
  std::array<T, 4> elements() const {
    const T inverse = T(1) / determinant_;
    const auto quotient = [&](T element) { return fma(element, inverse, T(0)); };
    return {quotient(adjugate_[0]), quotient(adjugate_[1]), quotient(adjugate_[2]), quotient(adjugate_[3])};
  }

 private:
  std::array<T, 4> adjugate_;
  T determinant_;
};

}  // namespace ag::kernel
