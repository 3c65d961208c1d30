#include "kernel/linalg/secular_equation.h"

#include <array>
#include <cmath>

#include "kernel/linalg/epsilon.h"

namespace ag::kernel {

namespace {

constexpr int kMaxSteps = 100;

/// A sum of terms z² / (d - λ) with its derivative.
struct Terms {
  double value = 0, slope = 0;
};

/// Sums the terms from `begin` to `end` at λ = origin + shift, in lanes.
Terms sum_terms(std::span<const double> d, std::span<const double> z, size_t begin, size_t end, double origin,
                double shift) {
  constexpr size_t kLanes = 8;
  std::array<double, kLanes> values{}, slopes{};
  size_t i = begin;
  for (; i + kLanes <= end; i += kLanes) {
    for (size_t lane = 0; lane < kLanes; ++lane) {
      const double quotient = z[i + lane] / ((d[i + lane] - origin) - shift);
      values[lane] += z[i + lane] * quotient;
      slopes[lane] += quotient * quotient;
    }
  }
  Terms sum;
  for (; i < end; ++i) {
    const double quotient = z[i] / ((d[i] - origin) - shift);
    sum.value += z[i] * quotient;
    sum.slope += quotient * quotient;
  }
  for (size_t lane = 0; lane < kLanes; ++lane) {
    sum.value += values[lane];
    sum.slope += slopes[lane];
  }
  return sum;
}

/// Returns the step from the present point to the root of constant + below / (to_below - x) + above / (to_above - x),
/// or NaN.
double interpolated_step(const Terms& low, const Terms& high, double constant, double to_below, double to_above) {
  // Each sum is replaced by a pole with the same value and slope here, and a constant.
  const double below = low.slope * to_below * to_below, above = high.slope * to_above * to_above;
  const double c = constant + (low.value - low.slope * to_below) + (high.value - high.slope * to_above);
  const double a = c * (to_below + to_above) + below + above;
  const double b = c * to_below * to_above + below * to_above + above * to_below;
  const double root = std::sqrt(a * a - 4 * b * c);
  return a > 0 ? 2 * b / (a + root) : (a - root) / (2 * c);
}

}  // namespace

SecularRoot secular_root(std::span<const double> d, std::span<const double> z, double rho, int64_t k) {
  const auto at = static_cast<size_t>(k), count = d.size();
  const bool last = at + 1 == count;
  double length = 0;  // of the last interval, past all poles
  for (const double one : z) length += one * one;
  length *= rho;
  const double width = last ? length : d[at + 1] - d[at];
  const auto function_at = [&](double origin, double shift, Terms& low, Terms& high) {
    low = sum_terms(d, z, 0, at + 1, origin, shift);
    high = sum_terms(d, z, at + 1, count, origin, shift);
    return 1 / rho + low.value + high.value;
  };
  Terms low, high;
  // The function ascends from -∞ to ∞ between two poles, so its sign in the middle tells which one is nearer.
  const bool from_above = !last && function_at(d[at], width / 2, low, high) < 0;
  SecularRoot root{from_above ? k + 1 : k, 0};
  const double origin = d[static_cast<size_t>(root.origin)];
  double begin = from_above ? -width / 2 : 0, end = from_above ? 0 : last ? width : width / 2;
  root.shift = (begin + end) / 2;
  for (int step = 0; step < kMaxSteps; ++step) {
    const double value = function_at(origin, root.shift, low, high);
    const double rounding = kEpsilon * static_cast<double>(count) * (1 / rho + std::abs(low.value) + high.value);
    if (std::abs(value) <= rounding) break;
    (value < 0 ? begin : end) = root.shift;
    const double to_below = (d[at] - origin) - root.shift;
    const double to_above = last ? width - root.shift : (d[at + 1] - origin) - root.shift;
    double next = root.shift + interpolated_step(low, high, 1 / rho, to_below, to_above);
    if (!(next > begin && next < end)) next = begin + (end - begin) / 2;
    if (next == root.shift || next == begin || next == end) break;  // no number between them
    root.shift = next;
  }
  return root;
}

}  // namespace ag::kernel
