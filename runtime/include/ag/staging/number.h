#pragma once
/// The host number types that a program may compute with, and the arithmetic conversions of C++ on them: the basis of
/// Staged<T>.
#include <bit>
#include <cstdint>
#include <cstring>
#include <source_location>
#include <type_traits>

#include "ag/detail/export.h"
#include "ag/dtype.h"
#include "ag/error.h"

namespace ag {

template <class T>
class Staged;
class Flag;

/// The types that Staged<T> can hold: numbers, characters, bool, enums.
template <class T>
concept HostNumber = Arithmetic<T> || std::is_enum_v<T>;

namespace detail {

template <class T>
struct HostOf {
  using type = T;
};
template <class T>
struct HostOf<Staged<T>> {
  using type = T;
};
template <>
struct HostOf<Flag> {
  using type = bool;
};

/// The host type: T for Staged<T>, and T itself for any other type.
template <class T>
using host_t = typename HostOf<std::remove_cvref_t<T>>::type;

template <class T>
inline constexpr bool is_staged = !std::is_same_v<host_t<T>, std::remove_cvref_t<T>>;

/// A number or a Staged number.
template <class T>
concept NumberOperand = HostNumber<host_t<T>>;

/// The id of a number in the trace in progress; 0 means none. Ids increase over all traces of a thread, so that an id
/// of an earlier trace is recognized.
using StagedId = uint32_t;

/// The arithmetic type that represents an enum or a number.
template <HostNumber T>
struct Representation {
  using type = T;
};
template <HostNumber T>
  requires std::is_enum_v<T>
struct Representation<T> {
  using type = std::underlying_type_t<T>;
};
template <HostNumber T>
using representation_t = typename Representation<T>::type;

/// The dtype that holds exactly the values of T in a graph.
template <HostNumber T>
constexpr DType dtype_of_number() {
  return dtype_of<representation_t<T>>();
}

/// A Staged<T> with its type erased: the bits of a known value, or the id of a value of the graph.
struct Number {
  uint64_t bits = 0;
  StagedId id = 0;
  DType dtype = DType::boolean;

  bool is_host() const { return id == 0; }
  /// True for the same known value, bit for bit, or the same value of the graph.
  bool same(const Number& other) const { return id == other.id && (id != 0 || bits == other.bits); }
};

template <HostNumber T>
[[gnu::always_inline]] inline uint64_t bits_of(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(value));
  return bits;
}
template <HostNumber T>
[[gnu::always_inline]] inline T value_of_bits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}

/// The operators of C++ that a graph records.
enum class NumberOp : uint8_t {
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  And,
  Or,
  Xor,
  ShiftLeft,
  ShiftRight,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
  Negate,
  Invert,
  Not,
};

/// An operator and its computation dtype in one word, so that the arguments of the recorder are passed in registers and
/// the numbers of a host loop stay in registers.
struct OpOn {
  NumberOp op;
  DType common;
};

/// Records an operation on two numbers of type `common` (a shift count has its own type). Both may be known if C++
/// leaves the result undefined. Outside of a trace such an operation throws.
[[gnu::cold]] AG_API StagedId record_binary(OpOn op, Number a, Number b, std::source_location location);
/// Records an operation on one number, which has been promoted to its dtype.
[[gnu::cold]] AG_API StagedId record_unary(NumberOp op, Number a, DType promoted);
[[gnu::cold]] AG_API StagedId record_cast(Number a, DType to, SourceLocation location);
/// Throws because a host value is required and the number is symbolic.
[[noreturn, gnu::cold]] AG_API void throw_symbolic(Number number, SourceLocation location);

/// Like throw_symbolic, for a result of a converted function that unconverted code calls.
[[noreturn, gnu::cold]] AG_API void throw_symbolic_result(Number number, SourceLocation location);

// The operators of C++ with their meaning in graphs: signed integers also wrap around.

/// The promoted type of A, and the type in which C++ computes with an A and a B. Scoped enums have none.
template <class A>
concept Promotable = std::is_arithmetic_v<A> || std::is_convertible_v<A, int>;
template <class A>
struct Promoted {};
template <Promotable A>
struct Promoted<A> {
  using type = decltype(+A());
};
template <class A>
using promoted_t = typename Promoted<A>::type;
template <class A, class B>
struct CommonNumber {};
template <Promotable A, Promotable B>
struct CommonNumber<A, B> {
  using type = decltype(+A() + +B());
};
template <class A, class B>
using common_number_t = typename CommonNumber<A, B>::type;
/// The common type for operators that require integers.
template <class A, class B>
struct CommonInteger {};
template <Promotable A, Promotable B>
  requires(std::is_integral_v<promoted_t<A>> && std::is_integral_v<promoted_t<B>>)
struct CommonInteger<A, B> : CommonNumber<A, B> {
  using shifted = promoted_t<A>;
};

// The functions below are always inlined: otherwise each operator would instantiate several functions in unoptimized
// builds.

#define AG_WRAPPING(Name, op)                                          \
  struct Name##Number {                                                \
    static constexpr NumberOp name = NumberOp::Name;                   \
    template <class A, class B>                                        \
    using Result = common_number_t<A, B>;                              \
    template <class C>                                                 \
    [[gnu::always_inline]] static constexpr C apply(C a, C b) {        \
      if constexpr (std::is_integral_v<C>) {                           \
        using U = std::make_unsigned_t<C>;                             \
        return static_cast<C>(static_cast<U>(a) op static_cast<U>(b)); \
      } else {                                                         \
        return a op b;                                                 \
      }                                                                \
    }                                                                  \
    template <class C>                                                 \
    [[gnu::always_inline]] static constexpr bool faults(C, C) {        \
      return false;                                                    \
    }                                                                  \
  };
AG_WRAPPING(Add, +)
AG_WRAPPING(Subtract, -)
AG_WRAPPING(Multiply, *)
#undef AG_WRAPPING

#define AG_BITWISE(Name, op)                                    \
  struct Name##Number {                                         \
    static constexpr NumberOp name = NumberOp::Name;            \
    template <class A, class B>                                 \
    using Result = typename CommonInteger<A, B>::type;          \
    template <class C>                                          \
    [[gnu::always_inline]] static constexpr C apply(C a, C b) { \
      return a op b;                                            \
    }                                                           \
    template <class C>                                          \
    [[gnu::always_inline]] static constexpr bool faults(C, C) { \
      return false;                                             \
    }                                                           \
  };
AG_BITWISE(And, &)
AG_BITWISE(Or, |)
AG_BITWISE(Xor, ^)
#undef AG_BITWISE

struct DivideNumber {
  static constexpr NumberOp name = NumberOp::Divide;
  template <class A, class B>
  using Result = common_number_t<A, B>;
  template <class C>
  [[gnu::always_inline]] static constexpr C apply(C a, C b) {
    if constexpr (std::is_integral_v<C> && std::is_signed_v<C>) {
      // the smallest value wraps around
      if (b == C(-1)) return SubtractNumber::apply(C(0), a);
    }
    return a / b;
  }
  template <class C>
  [[gnu::always_inline]] static constexpr bool faults(C, C b) {
    return std::is_integral_v<C> && b == C(0);
  }
};

struct RemainderNumber {
  static constexpr NumberOp name = NumberOp::Remainder;
  template <class A, class B>
  using Result = typename CommonInteger<A, B>::type;
  template <class C>
  [[gnu::always_inline]] static constexpr C apply(C a, C b) {
    if constexpr (std::is_signed_v<C>) {
      if (b == C(-1)) return C(0);
    }
    return a % b;
  }
  template <class C>
  [[gnu::always_inline]] static constexpr bool faults(C, C b) {
    return b == C(0);
  }
};

#define AG_SHIFT(Name, op)                                                 \
  struct Name##Number {                                                    \
    static constexpr NumberOp name = NumberOp::Name;                       \
    template <class A, class B>                                            \
    using Result = typename CommonInteger<A, B>::shifted;                  \
    template <class C, class N>                                            \
    [[gnu::always_inline]] static constexpr C apply(C a, N count) {        \
      return static_cast<C>(a op count);                                   \
    }                                                                      \
    template <class C, class N>                                            \
    [[gnu::always_inline]] static constexpr bool faults(C, N count) {      \
      return static_cast<std::make_unsigned_t<N>>(count) >= sizeof(C) * 8; \
    }                                                                      \
  };
AG_SHIFT(ShiftLeft, <<)
AG_SHIFT(ShiftRight, >>)
#undef AG_SHIFT

/// The type to which a comparison converts both sides; enums of one type are compared by representation.
template <class A, class B>
struct Compared {};
template <Promotable A, Promotable B>
struct Compared<A, B> : CommonNumber<A, B> {
  using result = bool;
};
template <class A>
  requires(std::is_enum_v<A> && !std::is_convertible_v<A, int>)
struct Compared<A, A> {
  using type = std::underlying_type_t<A>;
  using result = bool;
};

#define AG_COMPARISON(Name, op)                                    \
  struct Name##Number {                                            \
    static constexpr NumberOp name = NumberOp::Name;               \
    template <class A, class B>                                    \
    using Result = typename Compared<A, B>::result;                \
    template <class C>                                             \
    [[gnu::always_inline]] static constexpr bool apply(C a, C b) { \
      return a op b;                                               \
    }                                                              \
    template <class C>                                             \
    [[gnu::always_inline]] static constexpr bool faults(C, C) {    \
      return false;                                                \
    }                                                              \
  };
AG_COMPARISON(Equal, ==)
AG_COMPARISON(NotEqual, !=)
AG_COMPARISON(Less, <)
AG_COMPARISON(LessEqual, <=)
AG_COMPARISON(Greater, >)
AG_COMPARISON(GreaterEqual, >=)
#undef AG_COMPARISON

/// The type in which operator F computes with an A and a B.
template <class F, class A, class B>
struct Computed {
  using type = typename F::template Result<A, B>;
};
template <class F, class A, class B>
  requires(F::name >= NumberOp::Equal)
struct Computed<F, A, B> {
  using type = typename Compared<A, B>::type;
};

template <class F, class A, class B>
concept Computes =
    NumberOperand<A> && NumberOperand<B> && requires { typename F::template Result<host_t<A>, host_t<B>>; };
template <class F, class A, class B>
using computed_t = typename F::template Result<host_t<A>, host_t<B>>;

}  // namespace detail
}  // namespace ag
