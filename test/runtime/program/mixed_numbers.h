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

}  // namespace ag::test
