#include "passes/rules.h"

namespace ag::passes {

namespace {

using ops::Op;

constexpr NeutralRule kNeutral[] = {
    {Op::add, Side::Both, 0.0, kIntegers, "0 changes no integer"},
    {Op::add, Side::Both, -0.0, kFloats, "x + -0.0 is x also where x is 0.0 or -0.0, which x + 0.0 is not"},
    {Op::subtract, Side::Right, 0.0, kNumbers, "x - 0.0 is x + -0.0"},
    {Op::multiply, Side::Both, 1.0, kNumbers, "a product with 1 is not rounded and keeps its sign, that of a zero too"},
    {Op::divide, Side::Right, 1.0, kNumbers, "a quotient by 1 is not rounded and keeps its sign"},
    {Op::floor_divide, Side::Right, 1.0, kIntegers, "a quotient by 1 has no rest (floating-point numbers are rounded)"},
    {Op::bitwise_and, Side::Both, -1.0, kIntegers, "every bit of -1 is set; of the greatest unsigned number too"},
    {Op::bitwise_and, Side::Both, 1.0, kBooleans, "true and x is x"},
    {Op::bitwise_or, Side::Both, 0.0, kIntegers | kBooleans, "no bit of 0 is set"},
    {Op::bitwise_xor, Side::Both, 0.0, kIntegers | kBooleans, "no bit of 0 is set"},
    {Op::bitwise_left_shift, Side::Right, 0.0, kIntegers, "no bit moves"},
    {Op::bitwise_right_shift, Side::Right, 0.0, kIntegers, "no bit moves"},
    {Op::shift_left, Side::Right, 0.0, kIntegers, "no bit moves, and 0 is a count that is allowed"},
    {Op::shift_right, Side::Right, 0.0, kIntegers, "no bit moves, and 0 is a count that is allowed"},
    {Op::logical_and, Side::Both, 1.0, kBooleans, "true and x is x"},
    {Op::logical_or, Side::Both, 0.0, kBooleans, "false or x is x"},
    {Op::logical_xor, Side::Both, 0.0, kBooleans, "x differs from false where it is true"},
};

constexpr AbsorbingRule kAbsorbing[] = {
    {Op::multiply, 0.0, kIntegers, "0 times any integer is 0 (infinity and NaN are why it is not so for the others)"},
    {Op::bitwise_and, 0.0, kIntegers | kBooleans, "no bit is left"},
    {Op::bitwise_or, -1.0, kIntegers, "every bit is set"},
    {Op::bitwise_or, 1.0, kBooleans, "true or x is true"},
    {Op::logical_and, 0.0, kBooleans, "false and x is false"},
    {Op::logical_or, 1.0, kBooleans, "true or x is true"},
};

constexpr UnaryRule kUnary[] = {
    {Op::negative, Op::negative, Op::identity, kNumbers, "the sign changes twice; integers wrap around twice"},
    {Op::bitwise_invert, Op::bitwise_invert, Op::identity, kIntegers | kBooleans, "every bit changes twice"},
    {Op::logical_not, Op::logical_not, Op::identity, kBooleans, "not not x is x"},
    {Op::abs, Op::abs, Op::abs, kNumbers, "a magnitude has no sign, but for the least integer, which stays"},
    {Op::abs, Op::negative, Op::abs, kSigned | kFloats, "the sign differs, and the least integer is its own negative"},
    {Op::ceil, Op::ceil, Op::ceil, kNumbers, "what is whole stays; so do NaN, infinity and the sign of a zero"},
    {Op::floor, Op::floor, Op::floor, kNumbers, "as ceil"},
    {Op::round, Op::round, Op::round, kNumbers, "as ceil"},
    {Op::trunc, Op::trunc, Op::trunc, kNumbers, "as ceil"},
    {Op::relu, Op::relu, Op::relu, kNumbers, "what is not less than 0 stays, -0.0 and NaN too"},
    {Op::sign, Op::sign, Op::sign, kNumbers, "-1, 0 and 1 are their own signs, NaN stays"},
};

constexpr NotRule kNot[] = {
    {Op::equal, Op::not_equal, kAnyType, "not equal is what equal is not, for NaN too"},
    {Op::not_equal, Op::equal, kAnyType, "not equal is what equal is not, for NaN too"},
    {Op::less, Op::greater_equal, kIntegers | kBooleans, "integers are ordered (NaN is neither)"},
    {Op::less_equal, Op::greater, kIntegers | kBooleans, "integers are ordered"},
    {Op::greater, Op::less_equal, kIntegers | kBooleans, "integers are ordered"},
    {Op::greater_equal, Op::less, kIntegers | kBooleans, "integers are ordered"},
};

constexpr SignRule kSign[] = {
    {Op::add, Op::negative, Op::subtract, Side::Both, kNumbers, "x - y is defined as x + -y; integers wrap around"},
    {Op::subtract, Op::negative, Op::add, Side::Right, kNumbers, "x - -y is x + y"},
};

}  // namespace

std::span<const NeutralRule> neutral_rules() { return kNeutral; }
std::span<const AbsorbingRule> absorbing_rules() { return kAbsorbing; }
std::span<const UnaryRule> unary_rules() { return kUnary; }
std::span<const NotRule> not_rules() { return kNot; }
std::span<const SignRule> sign_rules() { return kSign; }

uint8_t types_of(DType dtype) {
  switch (category(dtype)) {
    case Category::Boolean:
      return kBooleans;
    case Category::Unsigned:
      return kUnsigned;
    case Category::Signed:
      return kSigned;
    default:
      return kFloats;
  }
}

}  // namespace ag::passes
