#pragma once
/// Floating-point numbers as decimal digits, for printing.
#include <string>

#include "ag/dtype.h"

namespace ag::detail {

/// The fewest digits that only this number of its dtype reads as: value = d.ddd * 10^exponent. Zero is "0".
struct Decimal {
  double value = 0;  // exact
  std::string digits;
  int exponent = 0;
  bool negative = false;
};

/// Of a finite number.
Decimal shortest(float value);
Decimal shortest(double value);
Decimal shortest(Float16 value);
Decimal shortest(BFloat16 value);

/// The digits with at most `precision` behind the point, without zeros at the end: "-12.5", "3.". The number is 0 or
/// not less than the last place. Digits before the point that would not be needed are zeros, or with `whole_exactly`
/// what they are.
std::string positional(const Decimal& decimal, int precision, bool whole_exactly = false);
/// The same as "-1.25e+02".
std::string scientific(const Decimal& decimal, int precision);
/// The same with just `precision` digits behind the point, also where fewer would do, and an exponent of at least
/// `exponent_digits`.
std::string scientific_exactly(const Decimal& decimal, int precision, int exponent_digits);

}  // namespace ag::detail
