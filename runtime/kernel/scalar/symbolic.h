#pragma once
/// A symbolic number, to which a functor is applied for code generation: its operators emit primitives. So one
/// definition of an operation serves kernels and generated code.
#include <bit>
#include <cstring>
#include <limits>

#include "kernel/scalar/scalar.h"
#include "kernel/scalar/scalar_builder.h"
#include "tensor/convert.h"

namespace ag::kernel {

template <class T>
class Symbolic {
 public:
  /// A known number.
  Symbolic(T value) : value_(value) {}
  template <Arithmetic U>
    requires(!std::is_same_v<U, T>)
  explicit Symbolic(U value) : value_(static_cast<T>(value)) {}
  Symbolic(ScalarBuilder* builder, Register reg) : builder_(builder), register_(reg) {}

  ScalarBuilder* builder() const { return builder_; }
  /// The value of a known number.
  T value() const { return value_; }
  Register in(ScalarBuilder& builder) const {
    if (builder_) return register_;
    uint64_t bits = 0;
    std::memcpy(&bits, &value_, sizeof(T));
    return builder.constant(dtype_of<T>(), bits);
  }

 private:
  ScalarBuilder* builder_ = nullptr;  // null for a known number
  Register register_ = -1;
  T value_{};
};

namespace internal {

template <class R, class T, class... Operands>
Symbolic<R> emit(Primitive primitive, const Symbolic<T>& first, const Operands&... rest) {
  ScalarBuilder* builder = first.builder();
  ((builder = builder ? builder : rest.builder()), ...);
  return {builder, builder->emit(primitive, dtype_of<T>(), {first.in(*builder), rest.in(*builder)...})};
}

}  // namespace internal

namespace internal {

template <class R, class T>
Symbolic<R> reinterpret(const Symbolic<T>& x) {
  ScalarBuilder* builder = x.builder();
  if (!builder) return Symbolic<R>(std::bit_cast<R>(x.value()));
  return {builder, builder->emit(Primitive::Reinterpret, dtype_of<R>(), {x.in(*builder)})};
}

}  // namespace internal

// The result of known numbers is a known number.
#define AG_SYMBOLIC(sign, primitive, result)                                                                  \
  template <class T>                                                                                          \
  Symbolic<result> operator sign(const Symbolic<T>& a, const Symbolic<T>& b) {                                \
    if (!a.builder() && !b.builder()) return Symbolic<result>(static_cast<result>(a.value() sign b.value())); \
    return internal::emit<result>(Primitive::primitive, a, b);                                                \
  }
AG_SYMBOLIC(+, Add, T)
AG_SYMBOLIC(-, Subtract, T)
AG_SYMBOLIC(*, Multiply, T)
AG_SYMBOLIC(/, Divide, T)
AG_SYMBOLIC(%, Remainder, T)
AG_SYMBOLIC(&, And, T)
AG_SYMBOLIC(|, Or, T)
AG_SYMBOLIC(^, Xor, T)
AG_SYMBOLIC(<<, ShiftLeft, T)
AG_SYMBOLIC(>>, ShiftRight, T)
AG_SYMBOLIC(==, Equal, bool)
AG_SYMBOLIC(!=, NotEqual, bool)
AG_SYMBOLIC(<, Less, bool)
AG_SYMBOLIC(<=, LessEqual, bool)
AG_SYMBOLIC(>, Greater, bool)
AG_SYMBOLIC(>=, GreaterEqual, bool)
#undef AG_SYMBOLIC

template <class T>
Symbolic<T> operator-(const Symbolic<T>& x) {
  if (!x.builder()) return Symbolic<T>(-x.value());
  return internal::emit<T>(Primitive::Negate, x);
}
template <class T>
Symbolic<T> operator~(const Symbolic<T>& x) {
  return internal::emit<T>(Primitive::Not, x);
}
inline Symbolic<bool> operator!(const Symbolic<bool>& x) { return internal::emit<bool>(Primitive::Not, x); }

template <class T>
Symbolic<T> select(const Symbolic<bool>& condition, const Symbolic<T>& a, const Symbolic<T>& b) {
  ScalarBuilder& builder = *condition.builder();
  return {&builder,
          builder.emit(Primitive::Select, dtype_of<T>(), {condition.in(builder), a.in(builder), b.in(builder)})};
}

template <class T>
Symbolic<T> fma(const Symbolic<T>& a, const Symbolic<T>& b, const Symbolic<T>& c) {
  return internal::emit<T>(Primitive::Fma, a, b, c);
}

/// For a known number, the result is a known number.
template <class T>
BitsOf<Symbolic<T>> to_bits(const Symbolic<T>& x) {
  return internal::reinterpret<BitsOf<T>>(x);
}
template <class T>
  requires(!std::floating_point<T>)
T from_bits(const BitsOf<T>& bits) {
  return internal::reinterpret<internal::Plain<T>>(bits);
}

template <class R, class T>
R converted(const Symbolic<T>& x) {
  using Plain = internal::Plain<R>;
  ScalarBuilder* builder = x.builder();
  if (!builder) return R(static_cast<Plain>(x.value()));
  return {builder, builder->emit(Primitive::Convert, dtype_of<Plain>(), {x.in(*builder)})};
}

template <class T>
bool is_fast(const Symbolic<T>& x) {
  return x.builder() && x.builder()->is_fast();
}

inline void check(const Symbolic<bool>& condition, ErrorKind kind, const char* message) {
  condition.builder()->check(condition.in(*condition.builder()), kind, message);
}

namespace c_library {

#define AG_MATH_PRIMITIVE(name, operands) AG_SYMBOLIC_##operands(name, name)
#define AG_SYMBOLIC_1(name, primitive)                         \
  template <class T>                                           \
  Symbolic<T> name(const Symbolic<T>& x) {                     \
    return kernel::internal::emit<T>(Primitive::primitive, x); \
  }
#define AG_SYMBOLIC_2(name, primitive)                            \
  template <class T>                                              \
  Symbolic<T> name(const Symbolic<T>& a, const Symbolic<T>& b) {  \
    return kernel::internal::emit<T>(Primitive::primitive, a, b); \
  }
#include "kernel/scalar/primitives.def"

}  // namespace c_library

namespace math {

AG_SYMBOLIC_1(sqrt, Sqrt)
AG_SYMBOLIC_1(abs, Abs)
AG_SYMBOLIC_1(floor, Floor)
AG_SYMBOLIC_1(ceil, Ceil)
AG_SYMBOLIC_1(nearbyint, Nearest)
AG_SYMBOLIC_1(trunc, Trunc)
#undef AG_SYMBOLIC_1
#undef AG_SYMBOLIC_2

template <class T>
Symbolic<bool> isnan(const Symbolic<T>& x) {
  return x != x;
}
template <class T>
Symbolic<bool> isinf(const Symbolic<T>& x) {
  return abs(x) == Symbolic<T>(std::numeric_limits<T>::infinity());
}
template <class T>
Symbolic<bool> isfinite(const Symbolic<T>& x) {
  return abs(x) < Symbolic<T>(std::numeric_limits<T>::infinity());
}

}  // namespace math

namespace internal {

/// Returns the operand in the type that the functor computes with: float for half types.
template <class T>
auto symbolic_operand(const ScalarContext& context, size_t k) {
  const Register operand = context.operands[k];
  if constexpr (detail::is_half<T>) {
    return Symbolic<float>(&context.builder, context.builder.emit(Primitive::Convert, DType::float32, {operand}));
  } else {
    return Symbolic<T>(&context.builder, operand);
  }
}

template <class F, class T>
inline constexpr bool has_symbolic_form = [] {
  if constexpr (!F::template supports<T>)
    return false;
  else if constexpr (requires { F::template host_only<T>; })
    return !F::template host_only<T>;
  else
    return true;
}();

}  // namespace internal

/// The scalar rule of the operation that functor F of `Arity` operands defines. `Chooser`: the first operand is
/// boolean.
template <class F, int Arity, bool Chooser = false>
int32_t scalar_rule(ScalarContext& context) {
  return detail::visit_dtype(context.dtype, [&]<class T>(T) -> int32_t {
    if constexpr (!internal::has_symbolic_form<F, T>) {
      return ir::kNotScalar;
    } else {
      using internal::symbolic_operand;
      const auto result = [&] {
        if constexpr (Arity == 1)
          return F::apply(symbolic_operand<T>(context, 0));
        else if constexpr (Arity == 2)
          return F::apply(symbolic_operand<T>(context, 0), symbolic_operand<T>(context, 1));
        else if constexpr (Chooser)
          return F::apply(symbolic_operand<bool>(context, 0), symbolic_operand<T>(context, 1),
                          symbolic_operand<T>(context, 2));
        else
          return F::apply(symbolic_operand<T>(context, 0), symbolic_operand<T>(context, 1),
                          symbolic_operand<T>(context, 2));
      }();
      const Register reg = result.in(context.builder);
      if constexpr (detail::is_half<T> && !is_boolean<std::remove_const_t<decltype(result)>>) {
        return context.builder.emit(Primitive::Convert, context.dtype, {reg});
      } else {
        return reg;
      }
    }
  });
}

}  // namespace ag::kernel
