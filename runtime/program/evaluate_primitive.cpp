#include <cmath>
#include <cstring>

#include "base/check.h"
#include "kernel/scalar/scalar.h"
#include "program/evaluate.h"
#include "tensor/convert.h"

namespace ag::codegen {

namespace {

template <class T>
T from_register(uint64_t bits) {
  T value{};
  std::memcpy(static_cast<void*>(&value), &bits, sizeof(T));
  return value;
}

template <class T>
uint64_t to_register(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

template <class T>
uint64_t compute_floating(Primitive primitive, T a, T b, T c) {
  switch (primitive) {
#define AG_MATH_PRIMITIVE(name, operands) \
  case Primitive::name:                   \
    return to_register(AG_CALL_##operands(kernel::c_library::name));
#define AG_CALL_1(function) function(a)
#define AG_CALL_2(function) function(a, b)
#include "kernel/scalar/primitives.def"
#undef AG_CALL_1
#undef AG_CALL_2
    case Primitive::Abs:
      return to_register(std::abs(a));
    case Primitive::Sqrt:
      return to_register(std::sqrt(a));
    case Primitive::Floor:
      return to_register(std::floor(a));
    case Primitive::Ceil:
      return to_register(std::ceil(a));
    case Primitive::Nearest:
      return to_register(std::nearbyint(a));
    case Primitive::Trunc:
      return to_register(std::trunc(a));
    case Primitive::Fma:
      return to_register(kernel::fma(a, b, c));
    case Primitive::Divide:
      return to_register(a / b);
    case Primitive::Negate:
      return to_register(-a);
    default:
      detail::internal_error(std::string("the primitive ") + name(primitive) + " is not for floating-point numbers");
  }
}

template <class T>
uint64_t compute_integral(Primitive primitive, T a, T b) {
  const int shift = static_cast<int>(static_cast<uint64_t>(b) & (8 * sizeof(T) - 1));
  switch (primitive) {
    case Primitive::And:
      return to_register(static_cast<T>(a & b));
    case Primitive::Or:
      return to_register(static_cast<T>(a | b));
    case Primitive::Xor:
      return to_register(static_cast<T>(a ^ b));
    case Primitive::Not:
      if constexpr (std::is_same_v<T, bool>)
        return to_register(!a);
      else
        return to_register(static_cast<T>(~a));
    case Primitive::ShiftLeft:
      return to_register(static_cast<T>(static_cast<uint64_t>(a) << shift));
    case Primitive::ShiftRight:
      return to_register(static_cast<T>(a >> shift));
    case Primitive::Divide:
      return to_register(static_cast<T>(a / b));
    case Primitive::Remainder:
      return to_register(static_cast<T>(a % b));
    case Primitive::Negate:
      return to_register(static_cast<T>(uint64_t{0} - static_cast<uint64_t>(a)));
    default:
      detail::internal_error(std::string("the primitive ") + name(primitive) + " is not for integers");
  }
}

template <class T>
uint64_t compute_typed(Primitive primitive, T a, T b, T c) {
  using kernel::wrap;
  switch (primitive) {
    case Primitive::Add:
      return to_register(wrap(a, b, [](auto x, auto y) { return x + y; }));
    case Primitive::Subtract:
      return to_register(wrap(a, b, [](auto x, auto y) { return x - y; }));
    case Primitive::Multiply:
      return to_register(wrap(a, b, [](auto x, auto y) { return x * y; }));
    case Primitive::Equal:
      return a == b;
    case Primitive::NotEqual:
      return a != b;
    case Primitive::Less:
      return a < b;
    case Primitive::LessEqual:
      return a <= b;
    case Primitive::Greater:
      return a > b;
    case Primitive::GreaterEqual:
      return a >= b;
    default:
      if constexpr (std::is_floating_point_v<T>)
        return compute_floating(primitive, a, b, c);
      else
        return compute_integral(primitive, a, b);
  }
}

}  // namespace

uint64_t compute(Primitive primitive, DType from, DType to, const uint64_t* operands) {
  if (primitive == Primitive::Copy || primitive == Primitive::Reinterpret) return operands[0];
  if (primitive == Primitive::Select) return operands[0] ? operands[1] : operands[2];
  return detail::visit_dtype(from, [&]<class T>(T) -> uint64_t {
    const T a = from_register<T>(operands[0]);
    if (primitive == Primitive::Convert) {
      return detail::visit_dtype(to, [&]<class R>(R) { return to_register(detail::convert<R>(a)); });
    }
    if constexpr (detail::is_half<T>) {
      detail::internal_error(std::string("the primitive ") + name(primitive) + " on a half type");
    } else {
      const int count = operand_count(primitive);
      return compute_typed(primitive, a, count > 1 ? from_register<T>(operands[1]) : a,
                           count > 2 ? from_register<T>(operands[2]) : a);
    }
  });
}

}  // namespace ag::codegen
