#include "parse/standard_function.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "parse/type_class.h"

namespace agc::parse {
namespace {

/// Those on numbers, by their names.
constexpr std::array<std::string_view, 74> kStandardFunctions{
    "abs",         "acos",   "acosh",          "asin",       "asinh",       "atan",
    "atan2",       "atanh",  "bit_width",      "cbrt",       "ceil",        "clamp",
    "copysign",    "cos",    "cosh",           "countl_one", "countl_zero", "countr_one",
    "countr_zero", "erf",    "erfc",           "exp",        "exp2",        "expm1",
    "fabs",        "fdim",   "floor",          "fma",        "fmax",        "fmin",
    "fmod",        "gcd",    "has_single_bit", "hypot",      "ilogb",       "isfinite",
    "isinf",       "isnan",  "isnormal",       "lcm",        "ldexp",       "lerp",
    "lgamma",      "llrint", "llround",        "log",        "log10",       "log1p",
    "log2",        "logb",   "lrint",          "lround",     "max",         "midpoint",
    "min",         "minmax", "nearbyint",      "nextafter",  "popcount",    "pow",
    "remainder",   "rint",   "rotl",           "rotr",       "round",       "scalbn",
    "signbit",     "sin",    "sinh",           "sqrt",       "tan",         "tanh",
    "tgamma",      "trunc"};

}  // namespace

bool is_standard(const clang::FunctionDecl* callee) {
  if (!callee->getIdentifier()) return false;
  const bool c_function = callee->isExternC() || callee->getBuiltinID() != 0;
  const std::string_view name = callee->getName();
  return (is_in_std(callee) || c_function) && std::ranges::find(kStandardFunctions, name) != kStandardFunctions.end();
}

}  // namespace agc::parse
