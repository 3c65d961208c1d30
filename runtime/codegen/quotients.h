#pragma once
/// Tests of the greatest or least of many quotients, such as a relative error.
#include "codegen/program.h"

namespace ag::codegen {

/// A loop that ends when `max(n / d) > c` is false, or another comparison of the greatest or least quotient with a
/// known number, asks of each element whether n / d is beyond c, and that needs no division: n - c·d, rounded once, has
/// the sign that tells. Where an element is such that it does not (a NaN, a d that is zero, infinite or next to it),
/// the quotients are computed after all.
void test_without_division(Program& program);

}  // namespace ag::codegen
