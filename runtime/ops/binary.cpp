/// Arithmetic on two operands.
#include <cmath>
#include <limits>
#include <type_traits>

#include "kernel/scalar.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::FloatingTypes;
using kernel::IntegerTypes;
using kernel::IntegralTypes;
using kernel::NumericTypes;
using kernel::wrap;

struct Add : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x + y; });
  }
};

struct Subtract : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x - y; });
  }
};

struct Multiply : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    return wrap(a, b, [](auto x, auto y) { return x * y; });
  }
};

/// C++ division: integers truncate; the least integer divided by -1 wraps around.
struct Divide : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return a / b;
    } else {
      if (b == 0) throw ir::KernelFault{ErrorKind::invalid_argument, "integer division by zero"};
      if constexpr (std::is_signed_v<T>) {
        if (b == T(-1)) return wrap(T(0), a, [](auto x, auto y) { return x - y; });
      }
      return static_cast<T>(a / b);
    }
  }
};

/// C++ remainder: the sign of the dividend.
struct Fmod : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::fmod(a, b);
    } else {
      if (b == 0) throw ir::KernelFault{ErrorKind::invalid_argument, "integer remainder by zero"};
      if constexpr (std::is_signed_v<T>) {
        if (b == T(-1)) return T(0);
      }
      return static_cast<T>(a % b);
    }
  }
};

struct FloorDivide : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::floor(a / b);
    } else {
      const T quotient = Divide::apply(a, b);
      if constexpr (std::is_signed_v<T>) {
        if (b != T(-1) && a % b != 0 && (a < 0) != (b < 0)) return static_cast<T>(quotient - 1);
      }
      return quotient;
    }
  }
};

struct Remainder : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    const T rest = Fmod::apply(a, b);
    if constexpr (std::is_signed_v<T>) {
      if (rest != T(0) && (rest < T(0)) != (b < T(0))) return static_cast<T>(rest + b);
    }
    return rest;
  }
};

struct Pow : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>) {
      return std::pow(a, b);
    } else {
      if constexpr (std::is_signed_v<T>) {
        if (b < 0) throw ir::KernelFault{ErrorKind::invalid_argument, "an integer to a negative power"};
      }
      using U = std::make_unsigned_t<T>;
      U base = static_cast<U>(a), exponent = static_cast<U>(b), result = 1;
      for (; exponent; exponent = static_cast<U>(exponent >> 1)) {
        if (exponent & 1) result = static_cast<U>(uint64_t{result} * base);
        base = static_cast<U>(uint64_t{base} * base);
      }
      return static_cast<T>(result);
    }
  }
};

struct Maximum {
  template <class T>
  static constexpr bool supports = true;
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a > b || std::isnan(a) ? a : b;
    else
      return a > b ? a : b;
  }
};

struct Minimum {
  template <class T>
  static constexpr bool supports = true;
  template <class T>
  static T apply(T a, T b) {
    if constexpr (std::is_floating_point_v<T>)
      return a < b || std::isnan(a) ? a : b;
    else
      return a < b ? a : b;
  }
};

struct Atan2 : FloatingTypes {
  template <class T>
  static T apply(T a, T b) {
    return std::atan2(a, b);
  }
};

struct Hypot : FloatingTypes {
  template <class T>
  static T apply(T a, T b) {
    return std::hypot(a, b);
  }
};

struct LogAddExp : FloatingTypes {
  template <class T>
  static T apply(T a, T b) {
    const T greater = Maximum::apply(a, b);
    if (std::isinf(greater) || std::isnan(greater)) return greater;
    return greater + std::log1p(std::exp(-std::abs(a - b)));
  }
};

struct BitwiseAnd : IntegralTypes {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a & b);
  }
};

struct BitwiseOr : IntegralTypes {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a | b);
  }
};

struct BitwiseXor : IntegralTypes {
  template <class T>
  static T apply(T a, T b) {
    return static_cast<T>(a ^ b);
  }
};

/// Shifts by the width or more, which C++ leaves undefined, shift everything out; so do negative counts.
template <class T>
bool shifts_out(T count) {
  return static_cast<std::make_unsigned_t<T>>(count) >= sizeof(T) * 8;
}

struct LeftShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    if (shifts_out(b)) return T(0);
    return static_cast<T>(static_cast<uint64_t>(a) << static_cast<unsigned>(b));
  }
};

struct RightShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    if (shifts_out(b)) return a < T(0) ? T(-1) : T(0);
    return static_cast<T>(a >> static_cast<unsigned>(b));
  }
};

/// The shifts of C++, which has no meaning for a count that is negative or as large as the width.
template <class T>
void check_shift(T count) {
  if (shifts_out(count)) {
    throw ir::KernelFault{ErrorKind::invalid_argument,
                          "the number of bits is negative or not less than the width of the value"};
  }
}

struct CheckedLeftShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    check_shift(b);
    return LeftShift::apply(a, b);
  }
};

struct CheckedRightShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    check_shift(b);
    return RightShift::apply(a, b);
  }
};

using ir::Operands;
constexpr uint32_t kRing = ir::kCommutative | ir::kAssociative;
constexpr uint32_t kLattice = ir::kCommutative | ir::kAssociative | ir::kIdempotent;

}  // namespace

const ir::OpBlock block_add = binary<Add>(Operands::Arithmetic, kRing);
const ir::OpBlock block_atan2 = binary<Atan2>(Operands::Floating);
const ir::OpBlock block_bitwise_and = binary<BitwiseAnd>(Operands::Common, kLattice);
const ir::OpBlock block_bitwise_left_shift = binary<LeftShift>(Operands::Arithmetic);
const ir::OpBlock block_bitwise_or = binary<BitwiseOr>(Operands::Common, kLattice);
const ir::OpBlock block_bitwise_right_shift = binary<RightShift>(Operands::Arithmetic);
const ir::OpBlock block_bitwise_xor = binary<BitwiseXor>(Operands::Common, kRing);
const ir::OpBlock block_divide = binary<Divide>(Operands::Arithmetic);
const ir::OpBlock block_floor_divide = binary<FloorDivide>(Operands::Arithmetic);
const ir::OpBlock block_fmod = binary<Fmod>(Operands::Arithmetic);
const ir::OpBlock block_hypot = binary<Hypot>(Operands::Floating);
const ir::OpBlock block_logaddexp = binary<LogAddExp>(Operands::Floating, ir::kCommutative);
const ir::OpBlock block_maximum = binary<Maximum>(Operands::Common, kLattice);
const ir::OpBlock block_minimum = binary<Minimum>(Operands::Common, kLattice);
const ir::OpBlock block_multiply = binary<Multiply>(Operands::Arithmetic, kRing);
const ir::OpBlock block_pow = binary<Pow>(Operands::Arithmetic);
const ir::OpBlock block_remainder = binary<Remainder>(Operands::Arithmetic);
const ir::OpBlock block_shift_left = binary<CheckedLeftShift>(Operands::Common);
const ir::OpBlock block_shift_right = binary<CheckedRightShift>(Operands::Common);
const ir::OpBlock block_subtract = binary<Subtract>(Operands::Arithmetic);

}  // namespace ag::ops

namespace ag {

#define AG_DEFINE(name) \
  Tensor name(const TensorArg& a, const TensorArg& b) { return ops::call(ops::Op::name, {&a, &b}); }
AG_DEFINE(add)
AG_DEFINE(atan2)
AG_DEFINE(bitwise_and)
AG_DEFINE(bitwise_left_shift)
AG_DEFINE(bitwise_or)
AG_DEFINE(bitwise_right_shift)
AG_DEFINE(bitwise_xor)
AG_DEFINE(divide)
AG_DEFINE(floor_divide)
AG_DEFINE(fmod)
AG_DEFINE(hypot)
AG_DEFINE(logaddexp)
AG_DEFINE(maximum)
AG_DEFINE(minimum)
AG_DEFINE(multiply)
AG_DEFINE(pow)
AG_DEFINE(remainder)
AG_DEFINE(subtract)
#undef AG_DEFINE

}  // namespace ag
