#pragma once
/// The inverse of a matrix of two rows, a b over c d, which waits for one division alone. T: float or double of the
/// host, or symbolic.
#include <array>

#include "kernel/symbolic.h"

namespace ag::kernel {

/// What elements are divided by is exact to 1.5 units in the last place, whatever cancels (C.-P. Jeannerod, N. Louvet,
/// J.-M. Muller, "Further analysis of Kahan's algorithm for the accurate computation of 2 x 2 determinants",
/// Mathematics of Computation 82, 2013), so each element is to 3. Where it is small or great, products may be subnormal
/// or infinite: such matrices, and those without an inverse, are for elimination.
template <class T>
class SmallInverse {
 public:
  SmallInverse(T a, T b, T c, T d) : adjugate_{d, T(0) - b, T(0) - c, a}, determinant_(T(0)) {
    const T product = b * c;
    determinant_ = fma(a, d, -product) + fma(-b, c, product);
  }

  /// Whether it holds, as a number of the host, or a symbolic one.
  auto fits() const {
    constexpr double most = bits_of<T> == 32 ? 0x1p90 : 0x1p900;
    return ((determinant_ >= T(1 / most)) | (determinant_ <= T(-1 / most))) &
           ((determinant_ <= T(most)) & (determinant_ >= T(-most)));
  }

  /// By rows. No zero has a sign.
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
