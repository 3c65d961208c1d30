#pragma once
/// Algebraic rules as data. Each rule is exact: the result has the same bits for every operand of its dtypes, where all
/// NaNs count as equal. A test verifies this on special and on random numbers.
#include <cstdint>
#include <span>

#include "ops/table.h"

namespace ag::passes {

/// Sets of dtypes.
enum Types : uint8_t {
  kSigned = 1,
  kUnsigned = 2,
  kFloats = 4,
  kBooleans = 8,
  kIntegers = kSigned | kUnsigned,
  kNumbers = kIntegers | kFloats,
  kAnyType = kNumbers | kBooleans
};

/// The side of a binary operation on which the rule matches its constant or inner operation.
enum class Side : uint8_t { Right, Both };

/// x op value = x, and for Side::Both also value op x = x.
struct NeutralRule {
  ops::Op op;
  Side side;
  double value;  // as astype converts it; 0 or 1 for booleans; the sign of a zero matters
  uint8_t types;
  const char* why;
};
std::span<const NeutralRule> neutral_rules();

/// x op value = value, on both sides.
struct AbsorbingRule {
  ops::Op op;
  double value;
  uint8_t types;
  const char* why;
};
std::span<const AbsorbingRule> absorbing_rules();

/// outer(inner(x)) = result(x). The result is x itself where `result` is Op::identity.
struct UnaryRule {
  ops::Op outer, inner, result;
  uint8_t types;  // of x
  const char* why;
};
std::span<const UnaryRule> unary_rules();

/// logical_not(inner(a, b)) = result(a, b).
struct NotRule {
  ops::Op inner, result;
  uint8_t types;  // of a and b
  const char* why;
};
std::span<const NotRule> not_rules();

/// outer(x, inner(y)) = result(x, y), and for Side::Both also outer(inner(y), x) = result(x, y).
struct SignRule {
  ops::Op outer, inner, result;
  Side side;
  uint8_t types;
  const char* why;
};
std::span<const SignRule> sign_rules();

/// Returns the set that contains a dtype.
uint8_t types_of(DType dtype);

}  // namespace ag::passes
