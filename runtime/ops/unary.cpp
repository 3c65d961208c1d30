/// Elementwise operations of one operand.
#include "kernel/scalar/math/erf.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/gamma.h"
#include "kernel/scalar/math/hyperbolic.h"
#include "kernel/scalar/math/inverse_hyperbolic.h"
#include "kernel/scalar/math/inverse_trigonometric.h"
#include "kernel/scalar/math/log.h"
#include "kernel/scalar/math/trigonometric.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::AnyType;
using kernel::FloatingTypes;
using kernel::InlineMath;
using kernel::IntegralTypes;
using kernel::NumericTypes;
using kernel::select;
using kernel::wrap;
namespace math = kernel::math;

// The functions of kernel/math, and instructions.
#define AG_INLINE_FUNCTION(Name, function)       \
  struct Name : InlineMath {                     \
    template <class T>                           \
    [[gnu::always_inline]] static T apply(T x) { \
      return kernel::math::function(x);          \
    }                                            \
  };
AG_INLINE_FUNCTION(Acos, acos)
AG_INLINE_FUNCTION(Acosh, acosh)
AG_INLINE_FUNCTION(Asin, asin)
AG_INLINE_FUNCTION(Asinh, asinh)
AG_INLINE_FUNCTION(Atan, atan)
AG_INLINE_FUNCTION(Atanh, atanh)
AG_INLINE_FUNCTION(Cos, cos)
AG_INLINE_FUNCTION(Cosh, cosh)
AG_INLINE_FUNCTION(Erf, erf)
AG_INLINE_FUNCTION(Erfc, erfc)
AG_INLINE_FUNCTION(Exp, exp)
AG_INLINE_FUNCTION(Expm1, expm1)
AG_INLINE_FUNCTION(Lgamma, lgamma)
AG_INLINE_FUNCTION(Log, log)
AG_INLINE_FUNCTION(Log10, log10)
AG_INLINE_FUNCTION(Log1p, log1p)
AG_INLINE_FUNCTION(Log2, log2)
AG_INLINE_FUNCTION(Sin, sin)
AG_INLINE_FUNCTION(Sinh, sinh)
AG_INLINE_FUNCTION(Sqrt, sqrt)
AG_INLINE_FUNCTION(Tan, tan)
AG_INLINE_FUNCTION(Tanh, tanh)
#undef AG_INLINE_FUNCTION

// Functions that leave integers unchanged.
#define AG_ROUNDING(Name, function)       \
  struct Name : NumericTypes {            \
    template <class T>                    \
    static T apply(T x) {                 \
      if constexpr (kernel::is_real<T>) { \
        return kernel::math::function(x); \
      } else {                            \
        return x;                         \
      }                                   \
    }                                     \
  };
AG_ROUNDING(Ceil, ceil)
AG_ROUNDING(Floor, floor)
AG_ROUNDING(Round, nearbyint)
AG_ROUNDING(Trunc, trunc)
#undef AG_ROUNDING

// Predicates that are `on_integers` for all integers.
#define AG_CLASSIFICATION(Name, function, on_integers) \
  struct Name : AnyType {                              \
    template <class T>                                 \
    static auto apply(T x) {                           \
      if constexpr (kernel::is_real<T>) {              \
        return kernel::math::function(x);              \
      } else {                                         \
        return decltype(x == x)(on_integers);          \
      }                                                \
    }                                                  \
  };
AG_CLASSIFICATION(IsFinite, isfinite, true)
AG_CLASSIFICATION(IsInf, isinf, false)
AG_CLASSIFICATION(IsNan, isnan, false)
#undef AG_CLASSIFICATION

/// The least integer wraps around to itself.
struct Abs : NumericTypes {
  template <class T>
  static T apply(T x) {
    if constexpr (kernel::is_real<T>) {
      return math::abs(x);
    } else if constexpr (kernel::is_signed<T>) {
      return select(x < T(0), wrap(T(0), x, [](auto a, auto b) { return a - b; }), x);
    } else {
      return x;
    }
  }
};

struct Negative : NumericTypes {
  template <class T>
  static T apply(T x) {
    if constexpr (kernel::is_real<T>) {
      return -x;
    } else {
      return wrap(T(0), x, [](auto a, auto b) { return a - b; });
    }
  }
};

struct Sign : NumericTypes {
  template <class T>
  static T apply(T x) {
    const T sign = T(select(x > T(0), T(1), T(0)) - select(x < T(0), T(1), T(0)));
    if constexpr (kernel::is_real<T>) {
      return select(math::isnan(x), x, sign);
    } else {
      return sign;
    }
  }
};

struct Square : NumericTypes {
  template <class T>
  static T apply(T x) {
    return wrap(x, x, [](auto a, auto b) { return a * b; });
  }
};

struct Relu : NumericTypes {
  template <class T>
  static T apply(T x) {
    return select(x < T(0), T(0), x);  // NaN stays
  }
};

struct BitwiseInvert : IntegralTypes {
  template <class T>
  static T apply(T x) {
    if constexpr (kernel::is_boolean<T>) {
      return !x;
    } else {
      return static_cast<T>(~x);
    }
  }
};

struct Rsqrt : InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return T(1) / math::sqrt(x);
  }
};

struct Sigmoid : InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return T(1) / (T(1) + math::exp(-x));
  }
};

struct Silu : InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return x / (T(1) + math::exp(-x));
  }
};

struct Softplus : InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return select(x < T(0), T(0), x) + math::log1p(math::exp(-math::abs(x)));
  }
};

/// Uses erfc, which stays accurate for negative numbers, where 1 + erf cancels.
struct Gelu : InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    constexpr double kRootHalf = 0.70710678118654752440;
    return T(0.5) * x * math::erfc(-x * T(kRootHalf));
  }
};

using ir::Operands;

}  // namespace

const ir::OpBlock block_abs = unary<Abs>(Operands::Arithmetic, ir::kNoNegativeZero | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_acos = unary<Acos>(Operands::Floating);
const ir::OpBlock block_acosh = unary<Acosh>(Operands::Floating);
const ir::OpBlock block_asin = unary<Asin>(Operands::Floating);
const ir::OpBlock block_asinh = unary<Asinh>(Operands::Floating);
const ir::OpBlock block_atan = unary<Atan>(Operands::Floating);
const ir::OpBlock block_atanh = unary<Atanh>(Operands::Floating);
const ir::OpBlock block_bitwise_invert = unary<BitwiseInvert>(Operands::AsIs);
const ir::OpBlock block_ceil = unary<Ceil>(Operands::Arithmetic);
const ir::OpBlock block_cos = unary<Cos>(Operands::Floating);
const ir::OpBlock block_cosh = unary<Cosh>(Operands::Floating);
const ir::OpBlock block_erf = unary<Erf>(Operands::Floating);
const ir::OpBlock block_erfc = unary<Erfc>(Operands::Floating);
const ir::OpBlock block_exp = unary<Exp>(Operands::Floating, ir::kNoNegativeZero | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_expm1 = unary<Expm1>(Operands::Floating);
const ir::OpBlock block_floor = unary<Floor>(Operands::Arithmetic);
const ir::OpBlock block_gelu = unary<Gelu>(Operands::Floating);
const ir::OpBlock block_isfinite = unary_predicate<IsFinite>(Operands::AsIs);
const ir::OpBlock block_isinf = unary_predicate<IsInf>(Operands::AsIs);
const ir::OpBlock block_isnan = unary_predicate<IsNan>(Operands::AsIs);
const ir::OpBlock block_lgamma = unary<Lgamma>(Operands::Floating);
const ir::OpBlock block_log = unary<Log>(Operands::Floating);
const ir::OpBlock block_log10 = unary<Log10>(Operands::Floating);
const ir::OpBlock block_log1p = unary<Log1p>(Operands::Floating);
const ir::OpBlock block_log2 = unary<Log2>(Operands::Floating);
const ir::OpBlock block_negative = unary<Negative>(Operands::Arithmetic, ir::kConfinesSignsOfZeros);
const ir::OpBlock block_relu = unary<Relu>(Operands::Arithmetic);
const ir::OpBlock block_round = unary<Round>(Operands::Arithmetic);
const ir::OpBlock block_rsqrt = unary<Rsqrt>(Operands::Floating);
const ir::OpBlock block_sigmoid = unary<Sigmoid>(Operands::Floating);
const ir::OpBlock block_sign = unary<Sign>(Operands::Arithmetic);
const ir::OpBlock block_silu = unary<Silu>(Operands::Floating);
const ir::OpBlock block_sin = unary<Sin>(Operands::Floating);
const ir::OpBlock block_sinh = unary<Sinh>(Operands::Floating);
const ir::OpBlock block_softplus = unary<Softplus>(Operands::Floating);
const ir::OpBlock block_sqrt = unary<Sqrt>(Operands::Floating, ir::kAddsNoNegativeZero);
const ir::OpBlock block_square = unary<Square>(Operands::Arithmetic, ir::kNoNegativeZero | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_tan = unary<Tan>(Operands::Floating);
const ir::OpBlock block_tanh = unary<Tanh>(Operands::Floating);
const ir::OpBlock block_trunc = unary<Trunc>(Operands::Arithmetic);

}  // namespace ag::ops

namespace ag {

#define AG_DEFINE(name) \
  Tensor name(const TensorArg& x) { return ops::call(ops::Op::name, {&x}); }
AG_DEFINE(abs)
AG_DEFINE(acos)
AG_DEFINE(acosh)
AG_DEFINE(asin)
AG_DEFINE(asinh)
AG_DEFINE(atan)
AG_DEFINE(atanh)
AG_DEFINE(bitwise_invert)
AG_DEFINE(ceil)
AG_DEFINE(cos)
AG_DEFINE(cosh)
AG_DEFINE(erf)
AG_DEFINE(erfc)
AG_DEFINE(exp)
AG_DEFINE(expm1)
AG_DEFINE(floor)
AG_DEFINE(gelu)
AG_DEFINE(isfinite)
AG_DEFINE(isinf)
AG_DEFINE(isnan)
AG_DEFINE(lgamma)
AG_DEFINE(log)
AG_DEFINE(log10)
AG_DEFINE(log1p)
AG_DEFINE(log2)
AG_DEFINE(negative)
AG_DEFINE(relu)
AG_DEFINE(round)
AG_DEFINE(rsqrt)
AG_DEFINE(sigmoid)
AG_DEFINE(sign)
AG_DEFINE(silu)
AG_DEFINE(sin)
AG_DEFINE(sinh)
AG_DEFINE(softplus)
AG_DEFINE(sqrt)
AG_DEFINE(square)
AG_DEFINE(tan)
AG_DEFINE(tanh)
AG_DEFINE(trunc)
#undef AG_DEFINE

}  // namespace ag
