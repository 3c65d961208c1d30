#pragma once
/// The secular equation of a diagonal matrix that is changed by a rank-one matrix.
#include <cstdint>
#include <span>
#include <vector>

namespace ag::kernel {

/// A root λ of 1 + ρ Σ z[i]² / (d[i] - λ) = 0: `origin` is the index of the nearer pole, and λ = d[origin] + shift.
struct SecularRoot {
  int64_t origin;
  double shift;
};

/// Returns root number k in ascending order. `d` is strictly ascending, no z[i] is 0, and rho is positive. Each step
/// interpolates the terms below and above the root by one pole each (J. Bunch, C. Nielsen and D. Sorensen, "Rank-one
/// modification of the symmetric eigenproblem", Numerische Mathematik 31, 1978), or halves the interval.
SecularRoot secular_root(std::span<const double> d, std::span<const double> z, double rho, int64_t k);

}  // namespace ag::kernel
