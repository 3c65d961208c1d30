#pragma once
/// std::complex<float> and std::complex<double> in converted code: two numbers that may be symbolic. Results equal
/// those of the standard library bit for bit: products and quotients recover from NaNs as C99 specifies.
#include <complex>
#include <concepts>
#include <type_traits>
#include <vector>

#include "ag/staging/cxx.h"
#include "ag/staging/plain.h"

namespace ag {

template <class T>
class Complex;

namespace detail {

template <class A>
struct ComplexType {};
template <class T>
struct ComplexType<std::complex<T>> {
  using type = T;
};
template <class T>
struct ComplexType<Complex<T>> {
  using type = T;
};
/// The type of the two parts.
template <class A>
using complex_t = typename ComplexType<std::remove_cvref_t<A>>::type;
template <class A>
concept ComplexOperand = requires { typename complex_t<A>; };
template <class A>
inline constexpr bool is_staged_complex = false;
template <class T>
inline constexpr bool is_staged_complex<Complex<T>> = true;
/// A number of exactly the type of the parts, as the operators of the standard library require.
template <class U, class T>
concept NumberLike = NumberOperand<U> && std::is_same_v<host_t<U>, T>;

/// A complex value with its source location.
template <class T>
struct LocatedComplex;
template <class T>
struct LocatedComplexVariable;

#define AG_COMPLEX_DECLARED(op, name)                                                       \
  template <class T>                                                                        \
  Complex<T> name(const Complex<T>& a, const Complex<T>& b, std::source_location location); \
  template <class T>                                                                        \
  Complex<T> name(const Complex<T>& a, const Staged<T>& b, std::source_location location);  \
  template <class T>                                                                        \
  Complex<T> name(const Staged<T>& a, const Complex<T>& b, std::source_location location);
#define AG_COMPLEX_OPERATORS(X) X(+, add_complex) X(-, subtract_complex) X(*, multiply_complex) X(/, divide_complex)
AG_COMPLEX_OPERATORS(AG_COMPLEX_DECLARED)
#undef AG_COMPLEX_DECLARED
template <class T>
AG_API Complex<T> multiply_complex(const Complex<T>& a, const Complex<T>& b, std::source_location location);
template <class T>
AG_API Complex<T> divide_complex(const Complex<T>& a, const Complex<T>& b, std::source_location location);
extern template AG_API Complex<float> multiply_complex(const Complex<float>&, const Complex<float>&,
                                                       std::source_location);
extern template AG_API Complex<double> multiply_complex(const Complex<double>&, const Complex<double>&,
                                                        std::source_location);
extern template AG_API Complex<float> divide_complex(const Complex<float>&, const Complex<float>&,
                                                     std::source_location);
extern template AG_API Complex<double> divide_complex(const Complex<double>&, const Complex<double>&,
                                                      std::source_location);

/// The ids of the real and the imaginary part of std::`function` of these numbers.
struct ComplexIds {
  StagedId real, imag;
};
[[gnu::cold]] AG_API ComplexIds record_complex_call(const char* function, const std::vector<Number>& arguments,
                                                    DType dtype, std::source_location location);

}  // namespace detail

template <class T>
class Complex {
  static_assert(std::is_same_v<T, float> || std::is_same_v<T, double>);

 public:
  using value_type = T;

  Complex() = default;
  template <class A>
    requires(detail::NumberOperand<A> && std::is_convertible_v<detail::host_t<A>, T>)
  Complex(const A& real) : real_(real) {}
  template <class A, class B>
    requires(detail::Numbers<A, B> && std::is_convertible_v<detail::host_t<A>, T> &&
             std::is_convertible_v<detail::host_t<B>, T>)
  Complex(const A& real, const B& imag) : real_(real), imag_(imag) {}
  template <class U>
  explicit(!std::is_convertible_v<std::complex<U>, std::complex<T>>) Complex(const std::complex<U>& value)
      : real_(static_cast<T>(value.real())), imag_(static_cast<T>(value.imag())) {}
  template <class U>
    requires(!std::is_same_v<U, T>)
  explicit(!std::is_convertible_v<std::complex<U>, std::complex<T>>) Complex(const Complex<U>& value)
      : real_(value.real()), imag_(value.imag()) {}

  const Staged<T>& real() const { return real_; }
  const Staged<T>& imag() const { return imag_; }
  void real(const Staged<T>& value) { real_ = value; }
  void imag(const Staged<T>& value) { imag_ = value; }
  bool is_host() const { return real_.is_host() && imag_.is_host(); }
  /// Returns the value; it must be known.
  std::complex<T> value() const { return {real_.value(), imag_.value()}; }

#define AG_COMPLEX_BINARY(op, name)                                                          \
  friend Complex operator op(detail::LocatedComplex<T> a, const Complex& b) {                \
    return detail::name(a.value, b, a.location);                                             \
  }                                                                                          \
  template <detail::NumberLike<T> U>                                                         \
  friend Complex operator op(detail::LocatedComplex<T> a, const U& b) {                      \
    return detail::name(a.value, Staged<T>(b), a.location);                                  \
  }                                                                                          \
  template <detail::NumberLike<T> U>                                                         \
  friend Complex operator op(const U& a, detail::LocatedComplex<T> b) {                      \
    return detail::name(Staged<T>(a), b.value, b.location);                                  \
  }                                                                                          \
  friend Complex& operator op##=(detail::LocatedComplexVariable<T> a, const Complex & b) {   \
    return a.value = detail::name(a.value, b, a.location);                                   \
  }                                                                                          \
  template <class U>                                                                         \
    requires(detail::NumberOperand<U> && std::is_convertible_v<detail::host_t<U>, T>)        \
  friend Complex& operator op##=(detail::LocatedComplexVariable<T> a, const U & b) {         \
    return a.value = detail::name(a.value, Staged<T>(b), a.location);                        \
  }                                                                                          \
  template <class U>                                                                         \
    requires(!std::is_same_v<U, T>)                                                          \
  friend Complex& operator op##=(detail::LocatedComplexVariable<T> a, const Complex<U>& b) { \
    return a.value = detail::name(a.value, Complex(b.real(), b.imag()), a.location);         \
  }
  AG_COMPLEX_OPERATORS(AG_COMPLEX_BINARY)
#undef AG_COMPLEX_BINARY

  friend Complex operator+(const Complex& a) { return a; }
  friend Complex operator-(const Complex& a) { return {-a.real_, -a.imag_}; }
  friend Staged<bool> operator==(const Complex& a, const Complex& b) { return !(a != b); }
  friend Staged<bool> operator!=(const Complex& a, const Complex& b) {
    return Flag(a.real_ != b.real_) || Flag(a.imag_ != b.imag_);
  }
  friend auto ag_fields(Complex& value) { return std::tie(value.real_, value.imag_); }

 private:
  Staged<T> real_, imag_;
};

namespace detail {

template <class T>
struct LocatedComplex {
  Complex<T> value;
  std::source_location location;
  LocatedComplex(const Complex<T>& number, std::source_location where = std::source_location::current())
      : value(number), location(where) {}
  LocatedComplex(const std::complex<T>& number, std::source_location where = std::source_location::current())
      : value(number), location(where) {}
};
template <class T>
struct LocatedComplexVariable {
  Complex<T>& value;
  std::source_location location;
  LocatedComplexVariable(Complex<T>& number, std::source_location where = std::source_location::current())
      : value(number), location(where) {}
};

// A real operand leaves the imaginary part unchanged: adding a zero would change the sign of a zero.

#define AG_COMPLEX_PARTS(name, Name)                                                                   \
  template <class T>                                                                                   \
  Complex<T> name(const Complex<T>& a, const Complex<T>& b, std::source_location location) {           \
    return {compute<Name>(a.real(), b.real(), location), compute<Name>(a.imag(), b.imag(), location)}; \
  }                                                                                                    \
  template <class T>                                                                                   \
  Complex<T> name(const Complex<T>& a, const Staged<T>& b, std::source_location location) {            \
    return {compute<Name>(a.real(), b, location), a.imag()};                                           \
  }
AG_COMPLEX_PARTS(add_complex, AddNumber)
AG_COMPLEX_PARTS(subtract_complex, SubtractNumber)
#undef AG_COMPLEX_PARTS
template <class T>
Complex<T> add_complex(const Staged<T>& a, const Complex<T>& b, std::source_location location) {
  return add_complex(b, a, location);
}
template <class T>
Complex<T> subtract_complex(const Staged<T>& a, const Complex<T>& b, std::source_location location) {
  return {compute<SubtractNumber>(a, b.real(), location), -b.imag()};
}
template <class T>
Complex<T> multiply_complex(const Complex<T>& a, const Staged<T>& b, std::source_location location) {
  return {compute<MultiplyNumber>(a.real(), b, location), compute<MultiplyNumber>(a.imag(), b, location)};
}
template <class T>
Complex<T> multiply_complex(const Staged<T>& a, const Complex<T>& b, std::source_location location) {
  return multiply_complex(b, a, location);
}
template <class T>
Complex<T> divide_complex(const Complex<T>& a, const Staged<T>& b, std::source_location location) {
  return {compute<DivideNumber>(a.real(), b, location), compute<DivideNumber>(a.imag(), b, location)};
}
template <class T>
Complex<T> divide_complex(const Staged<T>& a, const Complex<T>& b, std::source_location location) {
  return divide_complex(Complex<T>(a), b, location);
}

/// One operand is a symbolic number and the other a known complex number.
template <class A, class B>
concept NumberBesideComplex =
    (is_staged<A> && ComplexOperand<B> && !is_staged_complex<std::remove_cvref_t<B>> && NumberLike<A, complex_t<B>>) ||
    (is_staged<B> && ComplexOperand<A> && !is_staged_complex<std::remove_cvref_t<A>> && NumberLike<B, complex_t<A>>);
template <class A>
auto staged_operand(const A& value) {
  if constexpr (ComplexOperand<A>)
    return Complex<complex_t<A>>(value);
  else
    return value;
}

template <class T>
struct StagedType<std::complex<T>> {
  using type = std::complex<T>;
};
template <class T>
  requires(std::is_same_v<T, float> || std::is_same_v<T, double>)
struct StagedType<std::complex<T>> {
  using type = Complex<T>;
};
template <class T>
  requires(std::is_same_v<T, float> || std::is_same_v<T, double>)
struct ToPlain<std::complex<T>> {
  static std::complex<T> convert(const Complex<T>& value, SourceLocation location) {
    return {ToPlain<T>::convert(value.real(), location), ToPlain<T>::convert(value.imag(), location)};
  }
};
template <class T>
  requires(std::is_same_v<T, float> || std::is_same_v<T, double>)
struct ToStaged<std::complex<T>> {
  static Complex<T> convert(const std::complex<T>& value) { return value; }
};

/// Maps every infinity to the same point, as std::proj does.
template <class T>
Complex<T> projected(const Complex<T>& z, SourceLocation location) {
  const Flag infinite = Flag(cxx::isinf(z.real(), location)) || Flag(cxx::isinf(z.imag(), location));
  const Staged<T> zero = cxx::copysign(T(0), z.imag(), location);
  return {select<T, Staged<T>>(infinite, std::numeric_limits<T>::infinity(), z.real(), location),
          select<T, Staged<T>>(infinite, zero, z.imag(), location)};
}

/// Calls `f` on known values; otherwise records a call on the parts.
template <class T, class F, class... A>
Complex<T> call_complex(const char* function, F f, std::source_location location, const A&... values) {
  const auto known = [](const auto& value) {
    if constexpr (is_staged_complex<std::remove_cvref_t<decltype(value)>>)
      return value.is_host();
    else
      return is_known(value);
  };
  const auto value_of = [](const auto& value) {
    if constexpr (is_staged_complex<std::remove_cvref_t<decltype(value)>>)
      return value.value();
    else
      return static_cast<T>(known_value(value));
  };
  if ((known(values) && ...)) return f(value_of(values)...);
  std::vector<Number> numbers;
  const auto add = [&](const auto& value) {
    if constexpr (is_staged_complex<std::remove_cvref_t<decltype(value)>>) {
      numbers.push_back(value.real().number());
      numbers.push_back(value.imag().number());
    } else {
      numbers.push_back(number_as<T>(value));
    }
  };
  (add(values), ...);
  const ComplexIds ids = record_complex_call(function, numbers, dtype_of_number<T>(), location);
  return {Staged<T>::of_id(ids.real), Staged<T>::of_id(ids.imag)};
}

}  // namespace detail

// Operators on a symbolic number and a known complex number.
#define AG_COMPLEX_BESIDE(op, name)                                                                   \
  template <class A, class B>                                                                         \
    requires detail::NumberBesideComplex<A, B>                                                        \
  auto operator op(const A& a, const B& b) {                                                          \
    return detail::name(detail::staged_operand(a), detail::staged_operand(b), detail::kOperandPlace); \
  }
AG_COMPLEX_OPERATORS(AG_COMPLEX_BESIDE)
#undef AG_COMPLEX_BESIDE
#undef AG_COMPLEX_OPERATORS

// The functions of <complex> that share their name with a function on real numbers; ag::cxx::exp(z) finds these
// overloads.
#define AG_COMPLEX_FUNCTION(name)                                                                         \
  template <class T>                                                                                      \
  Complex<T> name(const Complex<T>& z, std::source_location location = std::source_location::current()) { \
    return detail::call_complex<T>(#name, [](auto x) { return std::name(x); }, location, z);              \
  }
AG_COMPLEX_FUNCTION(acos)
AG_COMPLEX_FUNCTION(acosh)
AG_COMPLEX_FUNCTION(asin)
AG_COMPLEX_FUNCTION(asinh)
AG_COMPLEX_FUNCTION(atan)
AG_COMPLEX_FUNCTION(atanh)
AG_COMPLEX_FUNCTION(cos)
AG_COMPLEX_FUNCTION(cosh)
AG_COMPLEX_FUNCTION(exp)
AG_COMPLEX_FUNCTION(log)
AG_COMPLEX_FUNCTION(log10)
AG_COMPLEX_FUNCTION(sin)
AG_COMPLEX_FUNCTION(sinh)
AG_COMPLEX_FUNCTION(sqrt)
AG_COMPLEX_FUNCTION(tan)
AG_COMPLEX_FUNCTION(tanh)
#undef AG_COMPLEX_FUNCTION
template <class T>
Staged<T> abs(const Complex<T>& z) {
  return cxx::hypot(z.real(), z.imag());
}

namespace detail {
/// The type in which std::pow computes.
template <class A>
struct PartType {
  using type = host_t<A>;
};
template <ComplexOperand A>
struct PartType<A> {
  using type = complex_t<A>;
};
template <class A, class B>
using power_t = math_t<typename PartType<A>::type, typename PartType<B>::type>;
template <class A, class B>
concept PowerOfComplex = (is_staged_complex<A> || is_staged_complex<B> || NumberBesideComplex<A, B>) &&
                         (ComplexOperand<A> || NumberOperand<A>) && (ComplexOperand<B> || NumberOperand<B>);
}  // namespace detail
template <class A, class B>
  requires detail::PowerOfComplex<A, B>
auto pow(const A& base, const B& exponent, std::source_location location = std::source_location::current()) {
  using T = detail::power_t<A, B>;
  const auto power = [](auto x, auto y) { return std::pow(x, y); };
  if constexpr (!detail::ComplexOperand<B>)
    return detail::call_complex<T>("pow", power, location, Complex<T>(base), exponent);
  else if constexpr (!detail::ComplexOperand<A>)
    return detail::call_complex<T>("pow_of_number", power, location, base, Complex<T>(exponent));
  else
    return detail::call_complex<T>("pow", power, location, Complex<T>(base), Complex<T>(exponent));
}

namespace cxx {

#define AG_CXX_COMPLEX(name, ...)                                                               \
  template <detail::ComplexOperand A>                                                           \
  auto name(const A& z, [[maybe_unused]] SourceLocation location = SourceLocation::current()) { \
    if constexpr (detail::is_staged_complex<A>) {                                               \
      __VA_ARGS__                                                                               \
    } else {                                                                                    \
      return std::name(z);                                                                      \
    }                                                                                           \
  }                                                                                             \
  template <class A>                                                                            \
    requires Numbers<A>                                                                         \
  auto name(const A& number, SourceLocation location = SourceLocation::current()) {             \
    using T = detail::math_t<host_t<A>>;                                                        \
    if constexpr (detail::any_staged<A>)                                                        \
      return name(Complex<T>(number), location);                                                \
    else                                                                                        \
      return std::name(number);                                                                 \
  }
AG_CXX_COMPLEX(real, return z.real();)
AG_CXX_COMPLEX(imag, return z.imag();)
AG_CXX_COMPLEX(norm, return z.real() * z.real() + z.imag() * z.imag();)
AG_CXX_COMPLEX(arg, return cxx::atan2(z.imag(), z.real(), location);)
AG_CXX_COMPLEX(conj, return A(z.real(), -z.imag());)
AG_CXX_COMPLEX(proj, return detail::projected(z, location);)
#undef AG_CXX_COMPLEX

/// rho * (cos(theta) + i sin(theta))
template <class A, class B>
  requires internal::OneNumber<host_t<A>, B>
auto polar(const A& rho, const B& theta, SourceLocation location = SourceLocation::current()) {
  if constexpr (detail::any_staged<A, B>)
    return Complex<host_t<A>>(rho * cxx::cos(theta, location), rho * cxx::sin(theta, location));
  else
    return std::polar(rho, theta);
}
template <class A>
  requires Numbers<A>
auto polar(const A& rho) {
  return Complex<host_t<A>>(rho);
}

}  // namespace cxx
}  // namespace ag
