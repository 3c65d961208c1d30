#pragma once
/// lgamma: the logarithm of the magnitude of the gamma function. Float32 is computed in float64.
///
/// From 1 to 1.6, log Γ(1 + t) is t times a polynomial. Other magnitudes below 8 are moved to [1.5, 2.5] by the
/// recurrence Γ(x + 1) = x Γ(x); there log Γ(2 + z) is z times a polynomial. Greater ones take Stirling's series.
/// Negative numbers take the reflection Γ(-x) Γ(x + 1) = -π / sin(π x). See Abramowitz and Stegun, Handbook of
/// Mathematical Functions, 6.1.15, 6.1.17 and 6.1.41. The polynomials interpolate at Chebyshev points.
#include <limits>

#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/trigonometric.h"
#include "kernel/scalar/math/wide.h"

namespace ag::kernel::math {

namespace internal {

struct Gamma {
  static constexpr double least_large = 8, whole = 0x1p52;  // numbers from `whole` on are integers
  // log Γ(1 + t) / t for t in [0, 0.6], of t - 0.3
  static constexpr double near_one = 1.6, centre = 0.3;
  static constexpr std::array at_one{-0x1.713c9743d49e6p-2, 0x1.46a45b85f5027p-1,   -0x1.e3a453464766cp-3,
                                     0x1.f11c7c4387c8dp-4,  -0x1.231f2a965718dp-4,  0x1.6ce92728c872fp-5,
                                     -0x1.dc526089c7b78p-6, 0x1.3f3f65bbcfa16p-6,   -0x1.b402a4c5d244cp-7,
                                     0x1.2de41525a90ecp-7,  -0x1.a68ba6fb0ac0cp-8,  0x1.2a43d553dc2aep-8,
                                     -0x1.a885df57c7567p-9, 0x1.2f93fcef7b533p-9,   -0x1.aa113f50fb11bp-10,
                                     0x1.3376654d83045p-10, -0x1.1bd503f0689edp-10, 0x1.9d428f73698a4p-11};
  // log Γ(2 + z) / z for z in [-1/2, 1/2]
  static constexpr std::array at_two{0x1.b0ee6072093cep-2,   0x1.4a34cc4a60fa6p-2,   -0x1.13e001a557555p-4,
                                     0x1.51322ac7d8333p-6,   -0x1.e404fc21d8fe7p-8,  0x1.7add6eadfcc7bp-9,
                                     -0x1.38ac5bfce42c1p-10, 0x1.0b36af5972ed1p-11,  -0x1.d3fd6a9087d23p-13,
                                     0x1.a127cd91ac95bp-14,  -0x1.78d8f868f383fp-15, 0x1.5808af19fa483p-16,
                                     -0x1.3d4ce65b1d70bp-17, 0x1.2620de1c78d97p-18,  -0x1.08fccc794a9c7p-19,
                                     0x1.f038cb2f6a913p-21,  -0x1.37fd97eeee99dp-21, 0x1.2703c6effc4ebp-22};
  // the rest of Stirling's series, of 1 / x^2, times x
  static constexpr std::array stirling{0x1.5555555555553p-4,   -0x1.6c16c16bb630dp-9, 0x1.a019fd3406c6fp-11,
                                       -0x1.380ebd722c7aep-11, 0x1.b6fa484ced22dp-11, -0x1.b1382333e76edp-10};
  static constexpr double constant = 0x1.acfe390c97d69p-2;  // (log(2 π) - 1) / 2
  static constexpr double pi_high = 0x1.921fb54442d18p+1, pi_low = 0x1.1a62633145c07p-53;
  static constexpr double one_by_pi = 0x1.45f306dc9c883p-2;
};

/// Selects each coefficient of one of two polynomials.
template <class N, class Flag, size_t... k>
[[gnu::always_inline]] inline std::array<N, sizeof...(k)> coefficients(Flag first, std::index_sequence<k...>) {
  return {select(first, N(Gamma::at_one[k]), N(Gamma::at_two[k]))...};
}

/// log Γ(x) for x >= 0.
template <class N>
[[gnu::always_inline]] inline N positive_lgamma(N x) {
  using C = Gamma;
  const auto is_large = x >= N(C::least_large);
  const auto is_near_one = (x >= N(1)) & (x < N(C::near_one));
  const N steps = select(is_near_one, N(0), floor(x - N(1.5)));  // from [1.5, 2.5] to x; at least -2
  const N t = x - N(1), z = x - (steps + N(2));
  const auto factor = [&](double k) __attribute__((always_inline)) { return select(steps >= N(k), x - N(k), N(1)); };
  const N up = (factor(1) * factor(2)) * (factor(3) * factor(4)) * (factor(5) * factor(6));
  const N down = select(steps < N(-1), x * (x + N(1)), x);
  const N logarithm = log(select(is_large, x, select(steps < N(0), down, up)));
  const N argument = select(is_near_one, t - N(C::centre), z), zero = select(is_near_one, t, z);
  const auto series = coefficients<N>(is_near_one, std::make_index_sequence<C::at_one.size()>());
  const N small = zero * dominated_polynomial(argument, series) + select(steps < N(0), -logarithm, logarithm);
  const N u = N(1) / x;
  const N large = fma(x - N(0.5), logarithm - N(1), u * polynomial(u * u, C::stirling) + N(C::constant));
  return select(is_large, large, small);
}

/// |sin(π x)| / π for x >= 0.
template <class N>
[[gnu::always_inline]] inline N sine_of_half_turns(N x) {
  using C = Gamma;
  const N fraction = abs(x - nearbyint(x));
  const auto is_upper = fraction > N(0.25);
  const N part = select(is_upper, N(0.5) - fraction, fraction), angle = part * N(C::pi_high);
  const ExactQuarterTurns<N> turns{BitsOf<N>(0u), angle, fma(part, N(C::pi_high), -angle) + part * N(C::pi_low)};
  const N square = angle * angle;
  return select(is_upper, small_cosine(turns, square), small_sine(turns, square)) * N(C::one_by_pi);
}

}  // namespace internal

template <class T>
[[gnu::always_inline]] inline T lgamma(T x) {
  using N = typename internal::WideType<T>::number;
  const N number = converted<N>(x), magnitude = abs(number);
  const auto is_negative = number < N(0);
  const N positive = internal::positive_lgamma(select(is_negative, magnitude + N(1), magnitude));
  const N reflected = -log(internal::sine_of_half_turns(magnitude)) - positive;
  const N infinite = N(std::numeric_limits<double>::infinity());
  const N below = select(magnitude >= N(internal::Gamma::whole), infinite, reflected);
  return converted<T>(select(is_negative, below, positive));
}

}  // namespace ag::kernel::math
