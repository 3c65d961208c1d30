/// Products and quotients of symbolic complex numbers, with the algorithms of the compiler and its library.
#include "ag/staging/complex.h"

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "ag/staging/staging.h"

namespace ag::detail {

namespace {

template <class T>
constexpr T kInfinity = std::numeric_limits<T>::infinity();

/// The operations on the parts, at one source location.
template <class T>
struct At {
  using N = Staged<T>;
  std::source_location location;
  SourceLocation place = location;

  N add(const N& a, const N& b) const { return compute<AddNumber>(a, b, location); }
  N subtract(const N& a, const N& b) const { return compute<SubtractNumber>(a, b, location); }
  N multiply(const N& a, const N& b) const { return compute<MultiplyNumber>(a, b, location); }
  N divide(const N& a, const N& b) const { return compute<DivideNumber>(a, b, location); }
  Flag less(const N& a, const N& b) const { return Flag(compute<LessNumber>(a, b, location)); }
  Flag is_zero(const N& a) const { return Flag(compute<EqualNumber>(a, T(0), location)); }
  N choose(const Flag& condition, const N& a, const N& b) const { return select<T, N>(condition, a, b, location); }
  N absolute(const N& a) const { return cxx::fabs(a, place); }
  Flag is_nan(const N& a) const { return Flag(cxx::isnan(a, place)); }
  Flag is_infinite(const N& a) const { return Flag(cxx::isinf(a, place)); }
  Flag is_finite(const N& a) const { return Flag(cxx::isfinite(a, place)); }

  /// Returns one if `a` is infinite and zero otherwise, with the sign of `a`.
  N boxed(const N& a) const { return cxx::copysign(choose(is_infinite(a), T(1), T(0)), a, place); }
  /// Returns a zero with the sign of `a` if it is a NaN, and `a` otherwise.
  N without_nan(const N& a) const { return choose(is_nan(a), cxx::copysign(T(0), a, place), a); }
};

/// Recovers an infinite product where the formula yields NaNs although an operand is infinite (C99, Annex G).
template <class T>
void recover_product(Staged<T> a, Staged<T> b, Staged<T> c, Staged<T> d, Staged<T>& x, Staged<T>& y, const At<T>& at) {
  const Flag products = at.is_infinite(at.multiply(a, c)) || at.is_infinite(at.multiply(b, d)) ||
                        at.is_infinite(at.multiply(a, d)) || at.is_infinite(at.multiply(b, c));
  const Flag first = at.is_infinite(a) || at.is_infinite(b), second = at.is_infinite(c) || at.is_infinite(d);
  const auto box = [&](const Flag& infinite, Staged<T>& u, Staged<T>& v, Staged<T>& p, Staged<T>& q) {
    for (Staged<T>* one : {&u, &v}) *one = at.choose(infinite, at.boxed(*one), *one);
    for (Staged<T>* one : {&p, &q}) *one = at.choose(infinite, at.without_nan(*one), *one);
  };
  box(first, a, b, c, d);
  box(second, c, d, a, b);
  const Flag third = both(!(first || second), products);
  for (Staged<T>* one : {&a, &b, &c, &d}) *one = at.choose(third, at.without_nan(*one), *one);
  const Flag again = first || second || third;
  const Staged<T> real = at.subtract(at.multiply(a, c), at.multiply(b, d));
  const Staged<T> imag = at.add(at.multiply(a, d), at.multiply(b, c));
  x = at.choose(again, at.multiply(kInfinity<T>, real), x);
  y = at.choose(again, at.multiply(kInfinity<T>, imag), y);
}

/// Recovers quotients that the formula turns into NaNs: non-NaN by zero, infinite by finite, and finite by infinite.
template <class T>
void recover_quotient(const Staged<T>& a, const Staged<T>& b, const Staged<T>& c, const Staged<T>& d, Staged<T>& x,
                      Staged<T>& y, const At<T>& at) {
  const Flag by_zero = both(both(at.is_zero(c), at.is_zero(d)), !at.is_nan(a) || !at.is_nan(b));
  const Flag of_infinite = both(at.is_infinite(a) || at.is_infinite(b), both(at.is_finite(c), at.is_finite(d)));
  const Flag by_infinite = both(at.is_infinite(c) || at.is_infinite(d), both(at.is_finite(a), at.is_finite(b)));
  const auto over = [&](const Staged<T>& p, const Staged<T>& q, const Staged<T>& r, const Staged<T>& s, T scale) {
    const Staged<T> real = at.add(at.multiply(p, r), at.multiply(q, s));
    const Staged<T> imag = at.subtract(at.multiply(q, r), at.multiply(p, s));
    return std::pair(at.multiply(scale, real), at.multiply(scale, imag));
  };
  const auto infinite = over(at.boxed(a), at.boxed(b), c, d, kInfinity<T>);
  const auto zero = over(a, b, at.boxed(c), at.boxed(d), T(0));
  const Staged<T> signed_infinity = cxx::copysign(kInfinity<T>, c, at.place);
  const auto chosen = [&](const Staged<T>& of_zero, const Staged<T>& infinity, const Staged<T>& none,
                          const Staged<T>& other) {
    return at.choose(by_zero, of_zero, at.choose(of_infinite, infinity, at.choose(by_infinite, none, other)));
  };
  x = chosen(at.multiply(signed_infinity, a), infinite.first, zero.first, x);
  y = chosen(at.multiply(signed_infinity, b), infinite.second, zero.second, y);
}

/// Smith's method: divides by the larger part of the divisor. The operands are first scaled if the division would
/// overflow or lose digits (Baudin and Smith); they stay scaled.
std::pair<Staged<double>, Staged<double>> divided(Staged<double>& a, Staged<double>& b, Staged<double>& c,
                                                  Staged<double>& d, const At<double>& at) {
  using N = Staged<double>;
  constexpr double kLeast = std::numeric_limits<double>::min(), kSmall = std::numeric_limits<double>::epsilon();
  constexpr double kBig = std::numeric_limits<double>::max() / 2, kScalable = kBig * kSmall;
  const Flag swaps = at.less(at.absolute(c), at.absolute(d));
  const N size = at.absolute(at.choose(swaps, d, c));
  const auto is_lost = [&](const N& one, const N& other) {
    return both(at.less(at.absolute(one), kLeast), at.less(at.absolute(other), kScalable));
  };
  const Flag loses = both(is_lost(a, b) || is_lost(b, a), at.less(size, kScalable));
  const Flag overflows = Flag(compute<GreaterEqualNumber>(size, kBig, at.location));
  const N scale = at.choose(overflows, 0.5, at.choose(at.less(size, kSmall) || loses, N(1 / kSmall), N(1.0)));
  for (N* one : {&a, &b, &c, &d}) *one = at.multiply(*one, scale);
  const N p = at.choose(swaps, d, c), q = at.choose(swaps, c, d);
  const N ratio = at.divide(q, p), denominator = at.add(at.multiply(q, ratio), p);
  const Flag is_normal = at.less(kLeast, at.absolute(ratio));
  const auto part = [&](const N& of) {
    return at.choose(is_normal, at.multiply(of, ratio), at.multiply(q, at.divide(of, p)));
  };
  const N of_a = part(a), of_b = part(b);
  const N real = at.choose(swaps, at.add(of_a, b), at.add(a, of_b));
  const N imag = at.choose(swaps, at.subtract(of_b, a), at.subtract(b, of_a));
  return {at.divide(real, denominator), at.divide(imag, denominator)};
}

/// Computed in double precision, in which no intermediate result overflows.
std::pair<Staged<float>, Staged<float>> divided(const Staged<float>& a, const Staged<float>& b, const Staged<float>& c,
                                                const Staged<float>& d, const At<float>& at) {
  using N = Staged<double>;
  const At<double> in{at.location};
  const N p(a), q(b), r(c), s(d);
  const N denominator = in.add(in.multiply(r, r), in.multiply(s, s));
  const N real = in.add(in.multiply(p, r), in.multiply(q, s));
  const N imag = in.subtract(in.multiply(q, r), in.multiply(p, s));
  return {cast<float>(in.divide(real, denominator), at.location),
          cast<float>(in.divide(imag, denominator), at.location)};
}

}  // namespace

template <class T>
Complex<T> multiply_complex(const Complex<T>& first, const Complex<T>& second, std::source_location location) {
  if (first.is_host() && second.is_host()) return first.value() * second.value();
  const At<T> at{location};
  const Staged<T>&a = first.real(), &b = first.imag(), &c = second.real(), &d = second.imag();
  Staged<T> x = at.subtract(at.multiply(a, c), at.multiply(b, d)), y = at.add(at.multiply(a, d), at.multiply(b, c));
  if_stmt(both(at.is_nan(x), at.is_nan(y)), state(Names("x, y", location), x, y),
          [&] { recover_product(a, b, c, d, x, y, at); });
  return {x, y};
}

template <class T>
Complex<T> divide_complex(const Complex<T>& first, const Complex<T>& second, std::source_location location) {
  if (first.is_host() && second.is_host()) return first.value() / second.value();
  const At<T> at{location};
  Staged<T> a = first.real(), b = first.imag(), c = second.real(), d = second.imag();
  auto [x, y] = divided(a, b, c, d, at);
  Staged<T>&real = x, &imag = y;
  if_stmt(both(at.is_nan(real), at.is_nan(imag)), state(Names("x, y", location), real, imag),
          [&] { recover_quotient(a, b, c, d, real, imag, at); });
  return {real, imag};
}

template AG_API Complex<float> multiply_complex(const Complex<float>&, const Complex<float>&, std::source_location);
template AG_API Complex<double> multiply_complex(const Complex<double>&, const Complex<double>&, std::source_location);
template AG_API Complex<float> divide_complex(const Complex<float>&, const Complex<float>&, std::source_location);
template AG_API Complex<double> divide_complex(const Complex<double>&, const Complex<double>&, std::source_location);

}  // namespace ag::detail
