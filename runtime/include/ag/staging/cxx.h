#pragma once
/// The functions of <cmath>, <algorithm> and <numeric> on numbers that may be symbolic. Overload resolution and result
/// types are those of C++: cxx::sqrt(n) of an int is a double. Plain numbers use the standard library. Other arguments
/// use the standard library or a function that argument-dependent lookup finds.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <numeric>
#include <type_traits>
#include <utility>

#include "ag/staging/staged.h"

namespace ag {

namespace detail {

/// Records a call of std::`function` on numbers of type `common`.
[[gnu::cold]] AG_API StagedId record_call(const char* function, std::initializer_list<Number> arguments, DType common,
                                          DType result, SourceLocation location);
/// Records condition ? a : b; all three operands are computed.
[[gnu::cold]] AG_API StagedId record_select(Number condition, Number a, Number b, DType dtype, SourceLocation location);

template <class... A>
concept Numbers = (NumberOperand<A> && ...);
template <class... A>
inline constexpr bool any_staged = (is_staged<A> || ...);

/// T, or Staged<T> if one of the arguments is staged.
template <class T, class... A>
using staged_if_t = std::conditional_t<any_staged<A...>, Staged<T>, T>;

/// The type in which the floating-point functions of C++ compute for such arguments.
template <class... A>
using math_t = std::conditional_t<(std::is_same_v<A, float> && ...), float, double>;

/// Calls `f` on known values; otherwise records a call on numbers of type C.
template <class C, class R, class F, class... A>
staged_if_t<R, A...> call_number(const char* function, F f, SourceLocation location, const A&... a) {
  if constexpr (any_staged<A...>) {
    if (!(is_known(a) && ...)) [[unlikely]] {
      return Staged<R>::of_id(
          record_call(function, {number_as<C>(a)...}, dtype_of_number<C>(), dtype_of_number<R>(), location));
    }
  }
  return static_cast<R>(f(known_value(a)...));
}

template <class T, class... A>
staged_if_t<T, A...> select(const Staged<bool>& condition, const Staged<T>& a, const Staged<T>& b,
                            SourceLocation location) {
  if (condition.is_host()) return condition.value() ? a : b;
  return Staged<T>::of_id(record_select(condition.number(), a.number(), b.number(), dtype_of_number<T>(), location));
}

}  // namespace detail

namespace cxx {

using detail::host_t;
using detail::Numbers;

// Arguments that are not numbers: calls the standard library or a function that argument-dependent lookup finds.
#define AG_CXX_OTHERS(name)                     \
  template <class... A>                         \
    requires(!Numbers<A...>)                    \
  decltype(auto) name(A&&... arguments) {       \
    using std::name;                            \
    return name(std::forward<A>(arguments)...); \
  }

namespace internal {

// The functions of <cmath> are function objects, so that their common code is instantiated once instead of once per
// function. They compute in float for float arguments and in double for all others.
template <class F>
struct Unary {
  template <class A>
    requires(Numbers<A> && std::is_invocable_v<F, host_t<A>>)
  auto operator()(const A& a, SourceLocation location = SourceLocation::current()) const {
    using R = std::invoke_result_t<F, host_t<A>>;
    return detail::call_number<detail::math_t<host_t<A>>, R>(F::kName, F(), location, a);
  }
};
template <class F>
struct Binary {
  template <class A, class B>
    requires(Numbers<A, B> && std::is_invocable_v<F, host_t<A>, host_t<B>>)
  auto operator()(const A& a, const B& b, SourceLocation location = SourceLocation::current()) const {
    using R = std::invoke_result_t<F, host_t<A>, host_t<B>>;
    return detail::call_number<detail::math_t<host_t<A>, host_t<B>>, R>(F::kName, F(), location, a, b);
  }
};
template <class F>
struct Ternary {
  template <class A, class B, class C>
    requires(Numbers<A, B, C> && std::is_invocable_v<F, host_t<A>, host_t<B>, host_t<C>>)
  auto operator()(const A& a, const B& b, const C& c, SourceLocation location = SourceLocation::current()) const {
    using R = std::invoke_result_t<F, host_t<A>, host_t<B>, host_t<C>>;
    return detail::call_number<detail::math_t<host_t<A>, host_t<B>, host_t<C>>, R>(F::kName, F(), location, a, b, c);
  }
};
template <class F>
struct Others {
  template <class... A>
    requires(!Numbers<A...> && !(std::is_same_v<std::remove_cvref_t<A>, SourceLocation> || ...))
  decltype(auto) operator()(A&&... arguments) const {
    return F::look_up(std::forward<A>(arguments)...);
  }
};

template <class F, template <class> class... Operands>
struct Function : Operands<F>..., Others<F> {
  using Operands<F>::operator()..., Others<F>::operator();
};

}  // namespace internal

/// Defines a function object for std::name and for functions that argument-dependent lookup finds.
#define AG_CXX_FUNCTION(name, ...)                               \
  namespace internal {                                           \
  struct name##_function {                                       \
    static constexpr const char* kName = #name;                  \
    template <class... A>                                        \
    auto operator()(A... a) const -> decltype(std::name(a...)) { \
      return std::name(a...);                                    \
    }                                                            \
    template <class... A>                                        \
    static decltype(auto) look_up(A&&... arguments) {            \
      using std::name;                                           \
      return name(std::forward<A>(arguments)...);                \
    }                                                            \
  };                                                             \
  }                                                              \
  inline constexpr internal::Function<internal::name##_function, __VA_ARGS__> name;

#define AG_CXX_UNARY(name) AG_CXX_FUNCTION(name, internal::Unary)
#define AG_CXX_BINARY(name) AG_CXX_FUNCTION(name, internal::Binary)
AG_CXX_UNARY(acos)
AG_CXX_UNARY(acosh)
AG_CXX_UNARY(asin)
AG_CXX_UNARY(asinh)
AG_CXX_UNARY(atan)
AG_CXX_UNARY(atanh)
AG_CXX_UNARY(cbrt)
AG_CXX_UNARY(ceil)
AG_CXX_UNARY(comp_ellint_1)
AG_CXX_UNARY(comp_ellint_2)
AG_CXX_UNARY(cos)
AG_CXX_UNARY(cosh)
AG_CXX_UNARY(erf)
AG_CXX_UNARY(erfc)
AG_CXX_UNARY(exp)
AG_CXX_UNARY(exp2)
AG_CXX_UNARY(expint)
AG_CXX_UNARY(expm1)
AG_CXX_UNARY(fabs)
AG_CXX_UNARY(floor)
AG_CXX_UNARY(fpclassify)
AG_CXX_UNARY(ilogb)
AG_CXX_UNARY(isfinite)
AG_CXX_UNARY(isinf)
AG_CXX_UNARY(isnan)
AG_CXX_UNARY(isnormal)
AG_CXX_UNARY(lgamma)
AG_CXX_UNARY(llrint)
AG_CXX_UNARY(llround)
AG_CXX_UNARY(log)
AG_CXX_UNARY(log10)
AG_CXX_UNARY(log1p)
AG_CXX_UNARY(log2)
AG_CXX_UNARY(logb)
AG_CXX_UNARY(lrint)
AG_CXX_UNARY(lround)
AG_CXX_UNARY(nearbyint)
AG_CXX_UNARY(riemann_zeta)
AG_CXX_UNARY(rint)
AG_CXX_UNARY(round)
AG_CXX_UNARY(signbit)
AG_CXX_UNARY(sin)
AG_CXX_UNARY(sinh)
AG_CXX_UNARY(sqrt)
AG_CXX_UNARY(tan)
AG_CXX_UNARY(tanh)
AG_CXX_UNARY(tgamma)
AG_CXX_UNARY(trunc)
AG_CXX_BINARY(atan2)
AG_CXX_BINARY(beta)
AG_CXX_BINARY(copysign)
AG_CXX_BINARY(cyl_bessel_i)
AG_CXX_BINARY(cyl_bessel_j)
AG_CXX_BINARY(cyl_bessel_k)
AG_CXX_BINARY(cyl_neumann)
AG_CXX_BINARY(ellint_1)
AG_CXX_BINARY(ellint_2)
AG_CXX_BINARY(fdim)
AG_CXX_BINARY(fmax)
AG_CXX_BINARY(fmin)
AG_CXX_BINARY(fmod)
AG_CXX_BINARY(isgreater)
AG_CXX_BINARY(isgreaterequal)
AG_CXX_BINARY(isless)
AG_CXX_BINARY(islessequal)
AG_CXX_BINARY(islessgreater)
AG_CXX_BINARY(isunordered)
AG_CXX_BINARY(nextafter)
AG_CXX_BINARY(pow)
AG_CXX_BINARY(remainder)
AG_CXX_FUNCTION(hypot, internal::Binary, internal::Ternary)
AG_CXX_FUNCTION(fma, internal::Ternary)
AG_CXX_FUNCTION(lerp, internal::Ternary)
#undef AG_CXX_UNARY
#undef AG_CXX_BINARY
#undef AG_CXX_FUNCTION

/// Returns x * 2^n.
template <class A, class N>
  requires(Numbers<A, N> && std::is_integral_v<host_t<N>>)
auto ldexp(const A& x, const N& n, SourceLocation location = SourceLocation::current()) {
  using R = decltype(std::ldexp(host_t<A>(), 0));
  return detail::call_number<R, R>(
      "ldexp", [](auto a, auto b) { return std::ldexp(a, static_cast<int>(b)); }, location, x, n);
}

/// Splits x into its fractional part, which is returned, and its integral part.
template <class A, class T>
  requires Numbers<A, T>
auto modf(const A& x, T* whole, SourceLocation location = SourceLocation::current()) {
  using R = decltype(std::modf(host_t<A>(), static_cast<host_t<T>*>(nullptr)));
  if constexpr (detail::any_staged<A, T>) {
    const Staged<R> value(x);
    *whole = cxx::trunc(value, location);
    return detail::call_number<R, R>(
        "modf",
        [](R a) {
          R ignored;
          return std::modf(a, &ignored);
        },
        location, value);
  } else {
    return std::modf(x, whole);
  }
}
/// Splits x into a fraction with magnitude in [0.5, 1), which is returned, and the exponent of a power of two.
template <class A, class T>
  requires Numbers<A, T>
auto frexp(const A& x, T* exponent, SourceLocation location = SourceLocation::current()) {
  using R = decltype(std::frexp(host_t<A>(), static_cast<int*>(nullptr)));
  if constexpr (detail::any_staged<A, T>) {
    const Staged<R> value(x);
    *exponent = detail::call_number<R, int>(
        "frexp.exponent",
        [](R a) {
          int power = 0;
          std::frexp(a, &power);
          return power;
        },
        location, value);
    return detail::call_number<R, R>(
        "frexp",
        [](R a) {
          int ignored = 0;
          return std::frexp(a, &ignored);
        },
        location, value);
  } else {
    return std::frexp(x, exponent);
  }
}

/// The result has the promoted type of an integer, or the type of a floating-point number.
template <class A>
  requires(Numbers<A> && requires(detail::promoted_t<host_t<A>> a) { std::abs(a); })
auto abs(const A& a, SourceLocation location = SourceLocation::current()) {
  using R = decltype(std::abs(detail::promoted_t<host_t<A>>()));
  return detail::call_number<R, R>("abs", [](R x) { return std::abs(x); }, location, a);
}
AG_CXX_OTHERS(abs)

#define AG_CXX_INTEGERS(name)                                                                                \
  template <class A, class B>                                                                                \
    requires(Numbers<A, B> && std::is_integral_v<host_t<A>> && std::is_integral_v<host_t<B>>)                \
  auto name(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {                   \
    using R = std::common_type_t<host_t<A>, host_t<B>>;                                                      \
    return detail::call_number<R, R>(#name, [](auto x, auto y) { return std::name(x, y); }, location, a, b); \
  }                                                                                                          \
  AG_CXX_OTHERS(name)
AG_CXX_INTEGERS(gcd)
AG_CXX_INTEGERS(lcm)
#undef AG_CXX_INTEGERS

// Like std::max and similar functions, with a value as the result instead of a reference. Both arguments have the same
// type, as in the standard library.

namespace internal {
/// The type of max(a, b) where the standard library deduces one.
template <class T, class... A>
concept OneNumber = HostNumber<T> && (std::is_same_v<host_t<A>, T> && ...);
}  // namespace internal

#define AG_CXX_EXTREMUM(name, first, second)                                                   \
  template <class T, class A, class B>                                                         \
    requires(HostNumber<T> && Numbers<A, B>)                                                   \
  detail::staged_if_t<T, A, B> name##_as(const A& a, const B& b, SourceLocation location) {    \
    if constexpr (detail::any_staged<A, B>) {                                                  \
      const Staged<T> x(a), y(b);                                                              \
      return detail::select<T, A, B>(first < second, y, x, location);                          \
    } else {                                                                                   \
      return std::name<T>(static_cast<T>(a), static_cast<T>(b));                               \
    }                                                                                          \
  }                                                                                            \
  template <class A, class B>                                                                  \
    requires internal::OneNumber<host_t<A>, B>                                                 \
  auto name(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {     \
    return name##_as<host_t<A>>(a, b, location);                                               \
  }                                                                                            \
  /* std::name<T>(a, b) */                                                                     \
  template <HostNumber T, class A, class B>                                                    \
    requires Numbers<A, B>                                                                     \
  auto name(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {     \
    return name##_as<T>(a, b, location);                                                       \
  }                                                                                            \
  template <class A>                                                                           \
    requires Numbers<A>                                                                        \
  A name(std::initializer_list<A> list, SourceLocation location = SourceLocation::current()) { \
    A result = *list.begin();                                                                  \
    for (const A& next : list) result = name##_as<host_t<A>>(result, next, location);          \
    return result;                                                                             \
  }                                                                                            \
  AG_CXX_OTHERS(name)
AG_CXX_EXTREMUM(max, x, y)
AG_CXX_EXTREMUM(min, y, x)
#undef AG_CXX_EXTREMUM

template <class A, class B, class C>
  requires internal::OneNumber<host_t<A>, B, C>
auto clamp(const A& value, const B& low, const C& high, SourceLocation location = SourceLocation::current()) {
  using T = host_t<A>;
  if constexpr (detail::any_staged<A, B, C>) {
    const Staged<T> v(value), lo(low), hi(high);
    return detail::select<T, Staged<T>>(v < lo, lo, detail::select<T, Staged<T>>(hi < v, hi, v, location), location);
  } else {
    return std::clamp(value, low, high);
  }
}
AG_CXX_OTHERS(clamp)

/// Returns the smaller and the larger number, as values instead of references.
template <class A, class B>
  requires internal::OneNumber<host_t<A>, B>
auto minmax(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  using T = host_t<A>;
  const auto low = min_as<T>(a, b, location);
  if constexpr (detail::any_staged<A, B>) {
    const Staged<T> x(a), y(b);
    return std::pair(low, detail::select<T, Staged<T>>(y < x, x, y, location));
  } else {
    return std::pair(low, b < a ? a : b);
  }
}
template <class A>
  requires Numbers<A>
std::pair<A, A> minmax(std::initializer_list<A> list, SourceLocation location = SourceLocation::current()) {
  return {min(list, location), max(list, location)};
}
AG_CXX_OTHERS(minmax)

template <class T>
void swap(T& a, T& b) {
  using std::swap;
  swap(a, b);
}
template <class T, class U = T>
T exchange(T& variable, U&& value) {
  return std::exchange(variable, std::forward<U>(value));
}

#undef AG_CXX_OTHERS

}  // namespace cxx
}  // namespace ag
