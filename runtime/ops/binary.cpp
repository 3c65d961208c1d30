/// Arithmetic on two operands.
#include <type_traits>

#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/hypot.h"
#include "kernel/scalar/math/inverse_trigonometric.h"
#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/power.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::check;
using kernel::FloatingTypes;
using kernel::IntegerTypes;
using kernel::IntegralTypes;
using kernel::NumericTypes;
using kernel::select;
using kernel::wrap;
namespace math = kernel::math;

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

/// Returns the divisor of an integer division, or 1 for -1, whose quotient with the least integer would overflow. Zero
/// is an error with the text `message`.
template <class T>
T checked_divisor(T b, const char* message) {
  check(b != T(0), ErrorKind::invalid_argument, message);
  if constexpr (kernel::is_signed<T>) {
    return select(b == T(-1), T(1), b);
  } else {
    return b;
  }
}

/// C++ division: integers truncate; the least integer divided by -1 wraps around.
struct Divide : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (kernel::is_real<T>) {
      return a / b;
    } else {
      const T quotient = static_cast<T>(a / checked_divisor(b, "integer division by zero"));
      if constexpr (kernel::is_signed<T>) {
        return select(b == T(-1), wrap(T(0), a, [](auto x, auto y) { return x - y; }), quotient);
      } else {
        return quotient;
      }
    }
  }
};

/// C++ remainder: the sign of the dividend.
struct Fmod : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (kernel::is_real<T>) {
      return kernel::c_library::fmod(a, b);
    } else {
      return static_cast<T>(a % checked_divisor(b, "integer remainder by zero"));
    }
  }
};

/// The quotient that is consistent with Remainder. With the rounded quotient a / b, the remainder could be as large as
/// b, or have another sign.
struct FloorDivide : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    if constexpr (kernel::is_real<T>) {
      const T rest = Fmod::apply(a, b), quotient = (a - rest) / b;
      const auto rounds_up = (rest != T(0)) & ((rest < T(0)) != (b < T(0)));
      const T whole = select(rounds_up, quotient - T(1), quotient), below = math::floor(whole);
      const T nearest = select(whole - below > T(0.5), below + T(1), below);
      const T signed_zero = a / b * T(0);
      return select(b == T(0), a / b, select(whole == T(0), signed_zero, nearest));
    } else if constexpr (kernel::is_signed<T>) {
      const T quotient = Divide::apply(a, b), rest = Fmod::apply(a, b);
      const auto rounds_up = (rest != T(0)) & ((a < T(0)) != (b < T(0)));
      return select(rounds_up, T(quotient - T(1)), quotient);
    } else {
      return Divide::apply(a, b);
    }
  }
};

struct Remainder : NumericTypes {
  template <class T>
  static T apply(T a, T b) {
    const T rest = Fmod::apply(a, b);
    if constexpr (kernel::is_signed<T>) {
      return select((rest != T(0)) & ((rest < T(0)) != (b < T(0))), T(rest + b), rest);
    } else {
      return rest;
    }
  }
};

struct Pow : NumericTypes {
  template <class T>
  static constexpr bool host_only = std::is_integral_v<T>;  // a loop
  template <class T>
  static constexpr bool inline_for = kernel::is_floating_storage<T>;

  template <class T>
  [[gnu::always_inline]] static T apply(T a, T b) {
    if constexpr (kernel::is_real<T>) {
      return math::pow(a, b);
    } else {
      if constexpr (std::is_signed_v<T>) {
        check(b >= 0, ErrorKind::invalid_argument, "an integer to a negative power");
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
    if constexpr (kernel::is_real<T>)
      return select(math::isnan(a), a, select(a > b, a, b));
    else
      return select(a > b, a, b);
  }
};

struct Minimum {
  template <class T>
  static constexpr bool supports = true;
  template <class T>
  static T apply(T a, T b) {
    if constexpr (kernel::is_real<T>)
      return select(math::isnan(a), a, select(a < b, a, b));
    else
      return select(a < b, a, b);
  }
};

struct Atan2 : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T a, T b) {
    return math::atan2(a, b);
  }
};

struct Hypot : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T a, T b) {
    return math::hypot(a, b);
  }
};

struct LogAddExp : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T a, T b) {
    const T greater = Maximum::apply(a, b);
    return select(math::isfinite(greater), greater + math::log1p(math::exp(-math::abs(a - b))), greater);
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

/// True for counts of the width or more, which C++ leaves undefined, and for negative counts: all bits are shifted out.
template <class T>
auto shifts_out(T count) {
  const auto beyond = count >= T(kernel::bits_of<T>);
  if constexpr (kernel::is_signed<T>) {
    return beyond | (count < T(0));
  } else {
    return beyond;
  }
}

/// Returns a count below the width; for other counts, the result is not used.
template <class T>
T kept_count(T count) {
  return static_cast<T>(count & T(kernel::bits_of<T> - 1));
}

struct LeftShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    const T count = kept_count(b);
    return select(shifts_out(b), T(0), wrap(a, count, [](auto x, auto y) { return x << y; }));
  }
};

struct RightShift : IntegerTypes {
  template <class T>
  static T apply(T a, T b) {
    const T shifted = static_cast<T>(a >> kept_count(b));
    if constexpr (kernel::is_signed<T>) {
      return select(shifts_out(b), select(a < T(0), T(-1), T(0)), shifted);
    } else {
      return select(shifts_out(b), T(0), shifted);
    }
  }
};

/// Checks the count of a C++ shift, which is undefined if it is negative or not less than the width.
template <class T>
void check_shift(T count) {
  check(!shifts_out(count), ErrorKind::invalid_argument,
        "the number of bits is negative or not less than the width of the value");
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
using ir::OpKind;
constexpr uint32_t kRing = ir::kCommutative | ir::kAssociative;
constexpr uint32_t kLattice = ir::kCommutative | ir::kAssociative | ir::kIdempotent;

}  // namespace

const ir::OpBlock block_add = binary<Add>(Operands::Arithmetic, kRing | ir::kConfinesSignsOfZeros, OpKind::Add);
const ir::OpBlock block_atan2 = binary<Atan2>(Operands::Floating);
const ir::OpBlock block_bitwise_and = binary<BitwiseAnd>(Operands::Common, kLattice);
const ir::OpBlock block_bitwise_left_shift = binary<LeftShift>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_bitwise_or = binary<BitwiseOr>(Operands::Common, kLattice);
const ir::OpBlock block_bitwise_right_shift = binary<RightShift>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_bitwise_xor = binary<BitwiseXor>(Operands::Common, kRing);
const ir::OpBlock block_divide = binary<Divide>(Operands::Arithmetic, ir::kThrowsOnIntegers, OpKind::Divide);
const ir::OpBlock block_floor_divide = binary<FloorDivide>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_fmod = binary<Fmod>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_hypot = binary<Hypot>(Operands::Floating);
const ir::OpBlock block_logaddexp = binary<LogAddExp>(Operands::Floating, ir::kCommutative);
const ir::OpBlock block_maximum = binary<Maximum>(Operands::Common, kLattice);
const ir::OpBlock block_minimum = binary<Minimum>(Operands::Common, kLattice);
const ir::OpBlock block_multiply =
    binary<Multiply>(Operands::Arithmetic, kRing | ir::kConfinesSignsOfZeros, OpKind::Multiply);
const ir::OpBlock block_pow = binary<Pow>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_remainder = binary<Remainder>(Operands::Arithmetic, ir::kThrowsOnIntegers);
const ir::OpBlock block_shift_left = binary<CheckedLeftShift>(Operands::Common, ir::kThrowsOnIntegers);
const ir::OpBlock block_shift_right = binary<CheckedRightShift>(Operands::Common, ir::kThrowsOnIntegers);
const ir::OpBlock block_subtract =
    binary<Subtract>(Operands::Arithmetic, ir::kAddsNoNegativeZero | ir::kConfinesSignsOfZeros, OpKind::Subtract);

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
