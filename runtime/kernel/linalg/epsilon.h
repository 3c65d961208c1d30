#pragma once
/// The precision of the decompositions.
#include <limits>

namespace ag::kernel {

/// The distance from 1 to the next float64.
inline constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

}  // namespace ag::kernel
