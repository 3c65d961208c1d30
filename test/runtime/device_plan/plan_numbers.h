#pragma once
/// Arrays for tests of device plans.
#include <ag/literal.h>
#include <ag/ops.h>

#include <cmath>
#include <string>
#include <vector>

#include "support/replaced.h"

namespace ag::test {

/// Returns numbers of both signs and many magnitudes, with some -0.0.
inline Tensor signed_numbers(const Shape& shape, DType dtype) {
  std::vector<double> values(static_cast<size_t>(shape.element_count()));
  for (size_t k = 0; k < values.size(); ++k)
    values[k] = k % 53 == 7 ? -0.0 : (static_cast<double>(k * 37 % 4099) - 2047) * 0.0371;
  return astype(tensor(values, shape), dtype);
}

/// Returns the text with TYPE replaced by a dtype, and N and M by numbers.
inline std::string with_sizes(const std::string& text, DType dtype, int64_t n, int64_t m = 1) {
  const std::string typed = replaced(text, "TYPE", std::string(name(dtype)));
  return replaced(replaced(typed, "N", std::to_string(n)), "M", std::to_string(m));
}

}  // namespace ag::test
