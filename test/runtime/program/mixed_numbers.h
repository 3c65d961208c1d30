#pragma once
/// Arrays of small numbers, many of them equal, some special: sums, searches and comparisons meet all of their cases.
#include <ag/literal.h>
#include <ag/ops.h>

#include <limits>
#include <random>
#include <vector>

namespace ag::test {

inline constexpr double kNan = std::numeric_limits<double>::quiet_NaN(),
                        kInfinity = std::numeric_limits<double>::infinity();

inline Tensor mixed(const Shape& shape, DType dtype) {
  std::mt19937_64 random(7);
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (double& value : values) {
    value = static_cast<double>(random() % 5) - 2;
    if (is_floating(dtype) && random() % 16 == 0) value = random() % 2 ? kNan : random() % 2 ? kInfinity : -0.0;
  }
  return astype(tensor(values, shape), dtype);
}

/// Returns a vector of numbers of both signs, with negative zeros.
inline Tensor signed_numbers(int64_t count, DType dtype) {
  std::vector<double> values;
  for (int64_t k = 0; k < count; ++k) values.push_back(k % 11 == 7 ? -0.0 : (k * 37 % 23 - 11) * 0.7);
  return astype(tensor(values), dtype);
}

}  // namespace ag::test
