#pragma once
/// Floating-point numbers as decimal digits, for printing.
#include <string>

#include "ag/dtype.h"

namespace ag::detail {

/// The shortest digits that read back to exactly this number of its dtype: value = d.ddd * 10^exponent. Zero is "0".
struct Decimal {
  double value = 0;  // exact
  std::string digits;
  int exponent = 0;
  bool negative = false;
};

/// Returns the shortest digits of a finite number.
Decimal shortest(float value);
Decimal shortest(double value);
Decimal shortest(Float16 value);
Decimal shortest(BFloat16 value);

/// Returns the digits with at most `precision` after the point, without trailing zeros: "-12.5", "3.". The number must
/// be 0 or not less than the last place. Digits before the point beyond the shortest ones are zeros, or exact if
/// `whole_exactly`.
std::string positional(const Decimal& decimal, int precision, bool whole_exactly = false);
/// The same as "-1.25e+02".
std::string scientific(const Decimal& decimal, int precision);
/// The same with exactly `precision` digits after the point, including trailing zeros, and an exponent of at least
/// `exponent_digits` digits.
std::string scientific_exactly(const Decimal& decimal, int precision, int exponent_digits);

}  // namespace ag::detail
