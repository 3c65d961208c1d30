#pragma once
/// Staged results of <=>, and comparisons of pairs, tuples and sequences whose numbers may be symbolic:
///
///     ag::cxx::three_way(a, b)                a <=> b
///     ag::cxx::three_way(p, q) < 0            p < q
///     ag::cxx::equal_to(p, q)                 p == q
#include <compare>
#include <concepts>
#include <type_traits>

#include "ag/staging/cxx.h"
#include "ag/staging/plain.h"
#include "ag/staging/staging.h"

namespace ag {

namespace detail {

template <class C>
concept OrderingCategory = std::is_same_v<C, std::strong_ordering> || std::is_same_v<C, std::weak_ordering> ||
                           std::is_same_v<C, std::partial_ordering>;

/// The literal 0 with which orderings are compared.
struct OrderingZero {
  consteval OrderingZero(int) {}
};

template <OrderingCategory C>
constexpr int number_of_ordering(C order) {
  return order < 0 ? -1 : order > 0 ? 1 : order == 0 ? 0 : 2;
}

}  // namespace detail

/// std::strong_ordering, std::weak_ordering or std::partial_ordering as a number: -1, 0 or 1, and 2 for unordered.
template <detail::OrderingCategory C>
class Ordering {
 public:
  Ordering() = default;
  template <detail::OrderingCategory D>
    requires std::is_convertible_v<D, C>
  Ordering(D order) : value_(detail::number_of_ordering(order)) {}
  template <class D>
    requires(!std::is_same_v<C, D> && std::is_convertible_v<D, C>)
  Ordering(const Ordering<D>& other) : value_(other.number()) {}
  static Ordering of(const Staged<int>& number) {
    Ordering result;
    result.value_ = number;
    return result;
  }
  const Staged<int>& number() const { return value_; }

#define AG_ORDERING(op, reversed, condition)                                            \
  friend Staged<bool> operator op(const Ordering & order, detail::OrderingZero) {       \
    const Staged<int>& n = order.value_;                                                \
    return condition;                                                                   \
  }                                                                                     \
  friend Staged<bool> operator reversed(detail::OrderingZero, const Ordering & order) { \
    const Staged<int>& n = order.value_;                                                \
    return condition;                                                                   \
  }
  AG_ORDERING(==, ==, n == 0)
  AG_ORDERING(!=, !=, n != 0)
  AG_ORDERING(<, >, n < 0)
  AG_ORDERING(<=, >=, n <= 0)
  AG_ORDERING(>, <, n == 1)
  AG_ORDERING(>=, <=, Flag(n == 0) || Flag(n == 1))
#undef AG_ORDERING
  friend Staged<bool> operator==(const Ordering& a, const Ordering& b) { return a.value_ == b.value_; }
  friend Staged<bool> operator!=(const Ordering& a, const Ordering& b) { return a.value_ != b.value_; }
  friend auto ag_fields(Ordering& order) { return std::tie(order.value_); }

 private:
  Staged<int> value_;
};

namespace detail {

template <OrderingCategory C>
struct StagedType<C> {
  using type = Ordering<C>;
};
template <OrderingCategory C>
struct ToPlain<C> {
  static C convert(const Ordering<C>& order, SourceLocation location) {
    const int number = ToPlain<int>::convert(order.number(), location);
    if constexpr (std::is_same_v<C, std::partial_ordering>) {
      if (number == 2) return C::unordered;
    }
    return number < 0 ? C::less : number > 0 ? C::greater : C::equivalent;
  }
};
template <OrderingCategory C>
struct ToStaged<C> {
  static Ordering<C> convert(C order) { return order; }
};

template <class O>
struct CategoryOf {
  using type = O;
};
template <class C>
struct CategoryOf<Ordering<C>> {
  using type = C;
};

template <class A, class B>
concept ComparedByElements = requires(const A& a, const B& b) {
  { a.size() } -> std::convertible_to<size_t>;  // excludes lists, which have their own comparison
  { b.size() } -> std::convertible_to<size_t>;
  a[size_t{0}];
  b[size_t{0}];
};

template <class A, class B>
auto compare_three_ways(const A& a, const B& b, SourceLocation location);
template <class A, class B>
Staged<bool> compare_equal(const A& a, const B& b, SourceLocation location);

/// Returns `first`, or `next` if `first` is equal.
template <class C, class D>
auto then_by(const Ordering<C>& first, const Ordering<D>& next, SourceLocation location) {
  using Both = std::common_comparison_category_t<C, D>;
  return Ordering<Both>::of(
      select<int, Staged<int>>(Flag(first.number() != 0), first.number(), next.number(), location));
}

template <class A, class B, size_t... k>
auto compare_parts(const A& a, const B& b, SourceLocation location, std::index_sequence<k...>) {
  if constexpr (sizeof...(k) == 0) {
    return Ordering<std::strong_ordering>(std::strong_ordering::equal);
  } else {
    constexpr size_t at = std::tuple_size_v<A> - sizeof...(k);
    const auto first = compare_three_ways(std::get<at>(a), std::get<at>(b), location);
    return then_by(first, compare_parts(a, b, location, std::make_index_sequence<sizeof...(k) - 1>()), location);
  }
}

template <class A, class B>
auto compare_three_ways(const A& a, const B& b, SourceLocation location) {
  if constexpr (Numbers<A, B>) {
    using C = decltype(known_value(a) <=> known_value(b));
    if (Staged<host_t<A>>(a).is_host() && Staged<host_t<B>>(b).is_host())
      return Ordering<C>(known_value(a) <=> known_value(b));
    const auto choose = [&](const Staged<bool>& condition, int number, const Staged<int>& other) {
      return select<int, Staged<int>>(condition, number, other, location);
    };
    const Staged<int> other = std::is_same_v<C, std::partial_ordering>
                                  ? choose(compute<EqualNumber>(a, b, kOperandPlace), 0, 2)
                                  : Staged<int>(0);
    const Staged<int> greater = choose(compute<GreaterNumber>(a, b, kOperandPlace), 1, other);
    return Ordering<C>::of(choose(compute<LessNumber>(a, b, kOperandPlace), -1, greater));
  } else if constexpr (TupleLike<A> && TupleLike<B>) {
    return compare_parts(a, b, location, std::make_index_sequence<std::tuple_size_v<A>>());
  } else if constexpr (ComparedByElements<A, B>) {
    using Element = decltype(compare_three_ways(a[0], b[0], location));
    const size_t count = std::min(a.size(), b.size());
    Ordering<typename CategoryOf<Element>::type> result = a.size() <=> b.size();
    for (size_t at = count; at-- > 0;) result = then_by(compare_three_ways(a[at], b[at], location), result, location);
    return result;
  } else if constexpr (requires { a <=> b; }) {
    return Ordering<typename CategoryOf<decltype(a <=> b)>::type>(a <=> b);
  } else {
    const Staged<int> greater = select<int, Staged<int>>(Staged<bool>(b < a), 1, 0, location);
    return Ordering<std::weak_ordering>::of(select<int, Staged<int>>(Staged<bool>(a < b), -1, greater, location));
  }
}

template <class A, class B>
Staged<bool> compare_equal(const A& a, const B& b, SourceLocation location) {
  Flag differs;
  if constexpr (Numbers<A, B>) {
    return compute<EqualNumber>(a, b, kOperandPlace);
  } else if constexpr (TupleLike<A> && TupleLike<B>) {
    [&]<size_t... k>(std::index_sequence<k...>) {
      ((differs = differs || !Flag(compare_equal(std::get<k>(a), std::get<k>(b), location))), ...);
    }(std::make_index_sequence<std::tuple_size_v<A>>());
    return !differs;
  } else if constexpr (ComparedByElements<A, B>) {
    if (a.size() != b.size()) return false;
    for (size_t k = 0; k < a.size(); ++k) differs = differs || !Flag(compare_equal(a[k], b[k], location));
    return !differs;
  } else if constexpr (!std::is_same_v<A, B> && requires { a == A(b.begin(), b.end()); }) {  // a list with a vector
    return a == A(b.begin(), b.end());
  } else if constexpr (!std::is_same_v<A, B> && requires { B(a.begin(), a.end()) == b; }) {
    return B(a.begin(), a.end()) == b;
  } else {
    return a == b;
  }
}

/// The result type of std::visit: a number is Staged for every alternative, even for one that returns a known number.
template <class R>
struct VisitResult {
  using type = R;
};
template <NumberOperand R>
struct VisitResult<R> {
  using type = Staged<host_t<R>>;
};
template <class R>
  requires(std::is_class_v<R> && !NumberOperand<R>)
struct VisitResult<R> {
  using type = staged_t<R>;
};

}  // namespace detail

namespace cxx {

template <class A, class B>
auto three_way(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  return detail::compare_three_ways(a, b, location);
}
template <class A, class B>
Staged<bool> equal_to(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  return detail::compare_equal(a, b, location);
}

#define AG_CXX_ORDERING(name, op) \
  template <class O>              \
  auto name(const O& order) {     \
    return order op 0;            \
  }
AG_CXX_ORDERING(is_eq, ==)
AG_CXX_ORDERING(is_neq, !=)
AG_CXX_ORDERING(is_lt, <)
AG_CXX_ORDERING(is_lteq, <=)
AG_CXX_ORDERING(is_gt, >)
AG_CXX_ORDERING(is_gteq, >=)
#undef AG_CXX_ORDERING

/// std::max and similar functions on pairs, tuples and sequences: they return values instead of references.
namespace ordered {

/// The common type of both: the one with symbolic numbers if they differ.
template <class A, class B>
using ordered_t = std::conditional_t<std::is_convertible_v<const B&, A>, A, B>;
template <class A, class B>
auto max(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  using R = staged_t<ordered_t<A, B>>;
  const Predicate less(cxx::three_way(a, b, location) < 0, location);
  return if_else<R>(less, [&]() -> R { return emitted::staged(b); }, [&]() -> R { return emitted::staged(a); });
}
template <class A, class B>
auto min(const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  using R = staged_t<ordered_t<A, B>>;
  const Predicate less(cxx::three_way(b, a, location) < 0, location);
  return if_else<R>(less, [&]() -> R { return emitted::staged(b); }, [&]() -> R { return emitted::staged(a); });
}

}  // namespace ordered

/// For variants whose alternative is known.
template <class F, class... V>
decltype(auto) visit(F&& function, V&&... variants) {
  using First = decltype(function(std::get<0>(std::forward<V>(variants))...));
  if constexpr (std::is_void_v<First> || std::is_reference_v<First>) {
    return std::visit(std::forward<F>(function), std::forward<V>(variants)...);
  } else {
    using R = typename detail::VisitResult<std::remove_cv_t<First>>::type;
    return std::visit(
        [&](auto&&... held) -> R { return emitted::staged(function(std::forward<decltype(held)>(held)...)); },
        std::forward<V>(variants)...);
  }
}

}  // namespace cxx
}  // namespace ag
