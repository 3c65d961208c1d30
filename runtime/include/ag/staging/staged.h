#pragma once
/// Host numbers that control flow may have made symbolic. Only the converter writes them; they are not part of the user
/// interface.
///
/// A Staged<T> computes like a T: the result type is that of C++ and a known value stays known. A symbolic value is
/// computed by the graph with the width of T. An operation with undefined behavior in C++ (division by zero, a shift by
/// the width or more) is an error with a source location; signed integers wrap around.
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "ag/detail/arg.h"
#include "ag/index.h"
#include "ag/literal.h"
#include "ag/ops.h"
#include "ag/staging/number.h"
#include "ag/tensor.h"

namespace ag {

namespace detail {

/// The bit in the ids of numbers that are both known and symbolic: the values of external variables.
inline constexpr StagedId kLive = 0x80000000u;
inline bool is_live(const Number& number) { return (number.id & kLive) != 0; }
/// Returns the bits of a value on which a host decision depends. A value of an external variable restricts the trace to
/// calls that find the same value. Throws if the number is symbolic.
[[gnu::cold]] AG_API uint64_t decided(Number number, SourceLocation location);
/// Like decided, for a result of a converted function that unconverted code calls.
[[gnu::cold]] AG_API uint64_t decided_result(Number number, SourceLocation location);

/// Returns the id of a rank-0 symbol.
AG_API StagedId stage(const Tensor& symbol);
/// Returns the symbol of an id; throws if its trace has ended.
AG_API Tensor staged_symbol(StagedId id, SourceLocation location);
/// Returns the value in its own dtype, not weak: a constant or the symbol.
AG_API Tensor number_tensor(Number number, SourceLocation location);
/// Returns a symbol as a literal, like a host number: weak, of dtype `literal` if no operand is a tensor, and exact
/// otherwise.
AG_API Tensor literal_symbol(Number number, DType literal, SourceLocation location);

/// Returns a subscript or an extent as an integer tensor of rank 0.
AG_API Tensor index_tensor(Number number, SourceLocation location);
/// Stands for the location at which an operand was computed.
inline constexpr std::source_location kOperandPlace;

/// An operand with its source location.
template <class T>
struct Located {
  const Staged<T>& value;
  std::source_location location;
  constexpr Located(const Staged<T>& number, std::source_location where = std::source_location::current())
      : value(number), location(where) {}
};
/// The target of an assignment, with its source location.
template <class T>
struct LocatedVariable {
  Staged<T>& value;
  std::source_location location;
  constexpr LocatedVariable(Staged<T>& number, std::source_location where = std::source_location::current())
      : value(number), location(where) {}
};

template <class F, class A, class B>
Staged<computed_t<F, A, B>> compute(const A& a, const B& b, std::source_location location);
template <class T>
auto negated(const Staged<T>& a);
template <class T>
auto inverted(const Staged<T>& a);
template <class T>
Staged<bool> negation(const Staged<T>& a);

}  // namespace detail

#define AG_STAGED_OPERATORS(X) \
  X(+, Add)                    \
  X(-, Subtract)               \
  X(*, Multiply) X(/, Divide) X(%, Remainder) X(&, And) X(|, Or) X(^, Xor) X(<<, ShiftLeft) X(>>, ShiftRight)
#define AG_STAGED_ORDER(X) X(<, Less) X(<=, LessEqual) X(>, Greater) X(>=, GreaterEqual)

/// A known T, or the id of a rank-0 value of the graph. There is no conversion to T, so that a use that the converter
/// missed does not compile. A deleted conversion would make the built-in operators ambiguous with those below.
template <class T>
class Staged {
  static_assert(HostNumber<T>);

 public:
  using value_type = T;

  constexpr Staged() = default;
  template <HostNumber U>
    requires std::is_convertible_v<U, T>
  constexpr Staged(U value) : value_(static_cast<T>(value)) {}
  /// Converts like `T n = u;`.
  template <class U>
    requires(!std::is_same_v<U, T> && std::is_convertible_v<U, T>)
  constexpr Staged(const Staged<U>& other, SourceLocation location = SourceLocation::current()) {
    if (other.is_host())
      value_ = static_cast<T>(other.value());
    else
      id_ = detail::record_cast(other.number(), detail::dtype_of_number<T>(), location);
  }
  /// Returns the value of a symbol whose dtype is that of T.
  static Staged of(const Tensor& symbol) { return of_id(detail::stage(symbol)); }
  [[gnu::always_inline]] static Staged of_id(detail::StagedId id) {
    Staged staged;
    staged.id_ = id;
    return staged;
  }
  static Staged of(const detail::Number& number) {
    Staged staged;
    staged.id_ = number.id;
    staged.value_ = detail::value_of_bits<T>(number.bits);
    return staged;
  }

  // Always inlined: otherwise each type would instantiate several functions in unoptimized builds. number() is inlined
  // even on cold paths, where the number would otherwise have to live in memory.
  [[gnu::always_inline]] constexpr bool is_host() const { return id_ == 0; }
  /// The value; it must be known.
  [[gnu::always_inline]] constexpr T value() const { return value_; }
  [[gnu::always_inline]] detail::Number number() const {
    return {id_ == 0 ? detail::bits_of(value_) : 0, id_, detail::dtype_of_number<T>()};
  }
  /// True for the same value of the graph.
  bool same_symbol(const Staged& other) const { return id_ == other.id_; }
  /// Returns the value with its own dtype, as a constant or a symbol.
  Tensor tensor(SourceLocation location = SourceLocation::current()) const {
    return detail::number_tensor(number(), location);
  }

  // The other operand is a Staged or a plain number. (The implicit conversion of the first parameter supplies the
  // location.)
#define AG_STAGED_BINARY(op, Name)                                                                  \
  template <class U>                                                                                \
    requires detail::Computes<detail::Name##Number, T, U>                                           \
  [[gnu::always_inline]] friend Staged<detail::computed_t<detail::Name##Number, T, U>> operator op( \
      detail::Located<T> a, U b) {                                                                  \
    return detail::compute<detail::Name##Number>(a.value, b, a.location);                           \
  }                                                                                                 \
  template <HostNumber U>                                                                           \
    requires detail::Computes<detail::Name##Number, U, T>                                           \
  [[gnu::always_inline]] friend Staged<detail::computed_t<detail::Name##Number, U, T>> operator op( \
      U a, detail::Located<T> b) {                                                                  \
    return detail::compute<detail::Name##Number>(a, b.value, b.location);                           \
  }
  AG_STAGED_OPERATORS(AG_STAGED_BINARY)
  AG_STAGED_ORDER(AG_STAGED_BINARY)
#undef AG_STAGED_BINARY

#define AG_STAGED_ASSIGNMENT(op, Name)                                                         \
  template <class U>                                                                           \
    requires(detail::Computes<detail::Name##Number, T, U> && Arithmetic<T>)                    \
  [[gnu::always_inline]] friend Staged& operator op##=(detail::LocatedVariable<T> a, U b) {    \
    a.value.assign(detail::compute<detail::Name##Number>(a.value, b, a.location), a.location); \
    return a.value;                                                                            \
  }
  AG_STAGED_OPERATORS(AG_STAGED_ASSIGNMENT)
#undef AG_STAGED_ASSIGNMENT

#define AG_STAGED_STEP(op, Name)                                                               \
  [[gnu::always_inline]] friend Staged& operator op##op(detail::LocatedVariable<T> a)          \
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)                                        \
  {                                                                                            \
    a.value.assign(detail::compute<detail::Name##Number>(a.value, 1, a.location), a.location); \
    return a.value;                                                                            \
  }                                                                                            \
  [[gnu::always_inline]] friend Staged operator op##op(detail::LocatedVariable<T> a, int)      \
    requires(Arithmetic<T> && !std::is_same_v<T, bool>)                                        \
  {                                                                                            \
    const Staged before = a.value;                                                             \
    a.value.assign(detail::compute<detail::Name##Number>(a.value, 1, a.location), a.location); \
    return before;                                                                             \
  }
  AG_STAGED_STEP(+, Add)
  AG_STAGED_STEP(-, Subtract)
#undef AG_STAGED_STEP

  friend auto operator+(const Staged& a)
    requires detail::Promotable<T>
  {
    return Staged<detail::promoted_t<T>>(a);
  }
  friend auto operator-(const Staged& a)
    requires detail::Promotable<T>
  {
    return detail::negated(a);
  }
  friend auto operator~(const Staged& a)
    requires detail::Promotable<T>
  {
    return detail::inverted(a);
  }
  friend auto operator!(const Staged& a)
    requires std::is_convertible_v<T, bool>
  {
    return detail::negation(a);
  }

 private:
  template <class U>
  void assign(const Staged<U>& other, std::source_location location) {
    if constexpr (std::is_same_v<U, T>)
      *this = other;
    else
      *this = Staged(other, location);
  }

  T value_{};
  detail::StagedId id_ = 0;
};

namespace detail {

template <class T>
[[gnu::always_inline]] constexpr bool is_known(const T& value) {
  if constexpr (is_staged<T>)
    return value.is_host();
  else
    return true;
}
template <class T>
[[gnu::always_inline]] constexpr host_t<T> known_value(const T& value) {
  if constexpr (is_staged<T>)
    return value.value();
  else
    return value;
}
/// Returns the operand for the recorder: a known value converted to C, a symbol unchanged.
template <class C, class T>
[[gnu::always_inline]] inline Number number_as(const T& value) {
  if constexpr (is_staged<T>) {
    if (!value.is_host()) return value.number();
  }
  return {bits_of(static_cast<C>(known_value(value))), 0, dtype_of_number<C>()};
}

/// The type of the right operand: the common type, except for a shift count, which is promoted separately.
template <bool shift, class B, class C>
struct RightOperand {
  using type = C;
};
template <class B, class C>
struct RightOperand<true, B, C> {
  using type = promoted_t<B>;
};

template <class F, class A, class B>
inline Staged<computed_t<F, A, B>> compute(const A& a, const B& b, std::source_location location) {
  using C = typename Computed<F, host_t<A>, host_t<B>>::type;
  constexpr bool shift = F::name == NumberOp::ShiftLeft || F::name == NumberOp::ShiftRight;
  using N = typename RightOperand<shift, host_t<B>, C>::type;
  if (is_known(a) && is_known(b)) [[likely]] {
    const C x = static_cast<C>(known_value(a));
    const N y = static_cast<N>(known_value(b));
    if (!F::faults(x, y)) [[likely]]
      return F::apply(x, y);
  }
  using R = computed_t<F, A, B>;
  return Staged<R>::of_id(record_binary({F::name, dtype_of_number<C>()}, number_as<C>(a), number_as<N>(b), location));
}

template <class T>
inline auto negated(const Staged<T>& a) {
  using R = promoted_t<T>;
  if (a.is_host()) [[likely]] {
    if constexpr (std::is_integral_v<R>)
      return Staged<R>(SubtractNumber::apply(R(0), static_cast<R>(a.value())));
    else
      return Staged<R>(-static_cast<R>(a.value()));
  }
  return Staged<R>::of_id(record_unary(NumberOp::Negate, a.number(), dtype_of_number<R>()));
}
template <class T>
inline auto inverted(const Staged<T>& a) {
  using R = promoted_t<T>;
  if (a.is_host()) [[likely]]
    return Staged<R>(static_cast<R>(~static_cast<R>(a.value())));
  return Staged<R>::of_id(record_unary(NumberOp::Invert, a.number(), dtype_of_number<R>()));
}
template <class T>
inline Staged<bool> negation(const Staged<T>& a) {
  if (a.is_host()) [[likely]]
    return Staged<bool>(!a.value());
  return Staged<bool>::of_id(record_unary(NumberOp::Not, a.number(), DType::boolean));
}

}  // namespace detail

template <class A, class B>
  requires((detail::is_staged<A> || detail::is_staged<B>) && detail::Computes<detail::EqualNumber, A, B>)
Staged<bool> operator==(const A& a, const B& b) {
  return detail::compute<detail::EqualNumber>(a, b, detail::kOperandPlace);
}
template <class A, class B>
  requires((detail::is_staged<A> || detail::is_staged<B>) && detail::Computes<detail::NotEqualNumber, A, B>)
Staged<bool> operator!=(const A& a, const B& b) {
  return detail::compute<detail::NotEqualNumber>(a, b, detail::kOperandPlace);
}
/// Deleted, because a symbolic number has no value before the graph runs; ag::print prints at run time.
template <class T>
std::ostream& operator<<(std::ostream&, const Staged<T>&) = delete;

/// static_cast<U>(n) for a number that may be symbolic.
template <HostNumber U, class A>
  requires detail::NumberOperand<A>
Staged<U> cast(const A& n, SourceLocation location = SourceLocation::current()) {
  if (detail::is_known(n)) [[likely]]
    return Staged<U>(static_cast<U>(detail::known_value(n)));
  return Staged<U>::of_id(detail::record_cast(detail::number_as<U>(n), detail::dtype_of_number<U>(), location));
}

/// Returns the host value. A symbolic number is an error, which reports where it became symbolic. A plain number is
/// returned unchanged.
///
///     std::vector<ag::Tensor> layers(ag::host(n));
template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>)
constexpr T host(T n) {
  return n;
}
template <class T>
T host(const Staged<T>& n, SourceLocation location = SourceLocation::current()) {
  if (!n.is_host()) [[unlikely]]
    return detail::value_of_bits<T>(detail::decided(n.number(), location));
  return n.value();
}

/// Forces a condition to the host: an error if it is symbolic. If it depends on external variables, the trace serves
/// calls with the same decision.
template <class T>
  requires std::is_constructible_v<bool, const T&>
constexpr bool force(const T& condition) {
  return static_cast<bool>(condition);
}
template <class T>
bool force(const Staged<T>& condition, SourceLocation location = SourceLocation::current()) {
  return static_cast<bool>(host(condition, location));
}

/// True if one of a function's jumps was taken: initially false, and known until a staged branch sets it.
class Flag : public Staged<bool> {
 public:
  constexpr Flag() = default;
  Flag(const Staged<bool>& value) : Staged<bool>(value) {}
  Flag& operator=(bool value) {
    static_cast<Staged<bool>&>(*this) = Staged<bool>(value);
    return *this;
  }
};
inline Flag operator!(const Flag& flag) { return Flag(detail::negation<bool>(flag)); }
/// Logical or; known if possible. Flags have no side effects, so both operands are evaluated.
AG_API Flag operator||(const Flag& a, const Flag& b);
namespace detail {
/// Logical and of two flags.
inline Flag both(const Flag& a, const Flag& b) { return !(!a || !b); }
}  // namespace detail
/// True if the flag is set and known.
inline bool host_condition(const Flag& flag) { return flag.is_host() && flag.value(); }

template <Arithmetic N>
Tensor::Tensor(const Staged<N>& value, SourceLocation location)
    : Tensor(value.is_host() ? Tensor(value.value(), location)
                             : detail::literal_symbol(value.number(), literal_dtype<N>(), location)) {}
template <Arithmetic N>
TensorArg::TensorArg(const Staged<N>& value, SourceLocation location)
    : tensor_(nullptr),
      location_(location),
      scalar_(detail::scalar_of(value.value())),
      literal_dtype_(literal_dtype<N>()) {
  if (!value.is_host()) hold(value.number());
}
template <Arithmetic N>
Literal::Literal(const Staged<N>& value, SourceLocation location)
    : Literal(detail::scalar_of(value.value()), literal_dtype<N>(), location) {
  if (!value.is_host()) hold(value.number());
}
template <class N>
  requires std::is_integral_v<N>
Dim::Dim(const Staged<N>& value, SourceLocation location) : value_(static_cast<int64_t>(value.value())) {
  if (!value.is_host()) hold(value.number(), location);
}
template <class N>
  requires std::is_integral_v<N>
Index::Index(const Staged<N>& value, SourceLocation location)
    : kind_(Kind::Integer), integer_(static_cast<int64_t>(value.value())), location_(location) {
  if (!value.is_host()) hold(value.number());
}
template <class N>
  requires std::is_integral_v<N>
KeyArg::KeyArg(const Staged<N>& seed, SourceLocation location) : KeyArg(seed.value(), location) {
  if (!seed.is_host()) hold(cast<uint64_t>(seed, location).number());
}

namespace detail {

/// A contiguous range of numbers that may be symbolic.
template <class R>
concept StagedRangeOfNumbers = requires(const R& range) {
  range.begin();
  { range.size() } -> std::convertible_to<size_t>;
} && is_staged<typename R::value_type>;

AG_API Tensor tensor_of_numbers(std::span<const Number> numbers, const Shape& shape, DType dtype,
                                SourceLocation location);

}  // namespace detail

/// Like tensor(values, shape, dtype) for plain numbers.
template <detail::StagedRangeOfNumbers R>
Tensor tensor(const R& values, const Shape& shape,
              DType dtype = detail::dtype_of_number<detail::host_t<typename R::value_type>>(),
              SourceLocation location = SourceLocation::current()) {
  std::vector<detail::Number> numbers;
  for (const auto& value : values) numbers.push_back(value.number());
  return detail::tensor_of_numbers(numbers, shape, dtype, location);
}
template <class A>
  requires(std::is_bounded_array_v<A> && detail::is_staged<std::remove_all_extents_t<A>>)
Tensor tensor(const A& values, DType dtype = detail::dtype_of_number<detail::host_t<std::remove_all_extents_t<A>>>(),
              SourceLocation location = SourceLocation::current()) {
  using T = std::remove_cv_t<std::remove_all_extents_t<A>>;
  const T* const first = reinterpret_cast<const T*>(&values);
  std::vector<detail::Number> numbers;
  for (size_t k = 0; k < sizeof(A) / sizeof(T); ++k) numbers.push_back(first[k].number());
  return detail::tensor_of_numbers(numbers, detail::shape_of_array<A>(), dtype, location);
}
template <detail::StagedRangeOfNumbers R>
Tensor tensor(const R& values, DType dtype = detail::dtype_of_number<detail::host_t<typename R::value_type>>(),
              SourceLocation location = SourceLocation::current()) {
  return tensor(values, Shape{static_cast<int64_t>(values.size())}, dtype, location);
}

}  // namespace ag

template <class T>
struct std::numeric_limits<ag::Staged<T>> : std::numeric_limits<T> {};
template <class T, class U>
struct std::common_type<ag::Staged<T>, ag::Staged<U>> {
  using type = ag::Staged<std::common_type_t<T, U>>;
};
template <class T, ag::HostNumber U>
struct std::common_type<ag::Staged<T>, U> {
  using type = ag::Staged<std::common_type_t<T, U>>;
};
template <ag::HostNumber T, class U>
struct std::common_type<T, ag::Staged<U>> {
  using type = ag::Staged<std::common_type_t<T, U>>;
};
