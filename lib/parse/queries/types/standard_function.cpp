#include "parse/queries/types/standard_function.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/queries/types/type_class.h"

namespace agc::parse {
namespace {

/// Functions on numbers, by name.
constexpr std::array<std::string_view, 96> kStandardFunctions{
    "abs",           "acos",           "acosh",        "asin",        "asinh",
    "atan",          "atan2",          "atanh",        "beta",        "bit_ceil",
    "bit_floor",     "bit_width",      "cbrt",         "ceil",        "clamp",
    "comp_ellint_1", "comp_ellint_2",  "copysign",     "cos",         "cosh",
    "countl_one",    "countl_zero",    "countr_one",   "countr_zero", "cyl_bessel_i",
    "cyl_bessel_j",  "cyl_bessel_k",   "cyl_neumann",  "ellint_1",    "ellint_2",
    "erf",           "erfc",           "exp",          "exp2",        "expint",
    "expm1",         "fabs",           "fdim",         "floor",       "fma",
    "fmax",          "fmin",           "fmod",         "fpclassify",  "frexp",
    "gcd",           "has_single_bit", "hypot",        "ilogb",       "isfinite",
    "isgreater",     "isgreaterequal", "isinf",        "isless",      "islessequal",
    "islessgreater", "isnan",          "isnormal",     "isunordered", "lcm",
    "ldexp",         "lerp",           "lgamma",       "llrint",      "llround",
    "log",           "log10",          "log1p",        "log2",        "logb",
    "lrint",         "lround",         "max",          "midpoint",    "min",
    "minmax",        "modf",           "nearbyint",    "nextafter",   "popcount",
    "pow",           "remainder",      "riemann_zeta", "rint",        "rotl",
    "rotr",          "round",          "scalbn",       "signbit",     "sin",
    "sinh",          "sqrt",           "tan",          "tanh",        "tgamma",
    "trunc"};

}  // namespace

bool is_standard(const clang::FunctionDecl* callee) {
  if (!callee->getIdentifier()) return false;
  const bool c_function = callee->isExternC() || callee->getBuiltinID() != 0;
  const std::string_view name = callee->getName();
  return (is_in_std(callee) || c_function) && std::ranges::find(kStandardFunctions, name) != kStandardFunctions.end();
}

}  // namespace agc::parse
