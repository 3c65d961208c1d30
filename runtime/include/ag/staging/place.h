#pragma once
/// Lvalues selected by a tensor:
///
///     ag::chosen_place(x > 0, AG_STATE(a, b), [&]() -> decltype(auto) { return (a); },
///                      [&]() -> decltype(auto) { return (b); }) += 1         (x > 0 ? a : b) += 1
///     auto&& bin = ag::borrow(bins, k).element                               auto& bin = bins[k]
///     auto&& a = ag::numbered(balls, i);                                     auto& a = balls[i];
///     a.borrow().get().x -= a.get().y                                        a.x -= a.y
///     ag::on_element(bins, k, [&](auto& e) { return e.add(x); })             bins[k].add(x)
///
/// An element is copied and stored back. This equals a reference as long as the container is accessed through that
/// reference only, which the converter has verified.
#include <exception>
#include <type_traits>
#include <utility>

#include "ag/staging/element.h"

namespace ag {

namespace detail {

/// A conditional lvalue: an assignment writes one of two places, selected by the graph. `S`: the state that contains
/// both.
template <class S, class F, class G>
class ChosenPlace {
  using First = decltype(std::declval<F&>()());
  using Value = typename ValueType<std::remove_cvref_t<First>>::type;

 public:
  ChosenPlace(const Predicate& predicate, const S& state, F first, G second)
      : predicate_(predicate), state_(state), first_(first), second_(second) {}

  template <class U>
  void operator=(const U& value) && {
    change([&](auto&& place) { std::forward<decltype(place)>(place) = value; });
  }
  void operator=(const Value& value) && {  // for a braced list
    change([&](auto&& place) { std::forward<decltype(place)>(place) = value; });
  }
#define AG_PLACE_ASSIGNMENT(op, Name)                                                 \
  template <class U>                                                                  \
  void operator op##=(const U& value)&& {                                             \
    change([&](auto&& place) { std::forward<decltype(place)>(place) op## = value; }); \
  }
  AG_STAGED_OPERATORS(AG_PLACE_ASSIGNMENT)
#undef AG_PLACE_ASSIGNMENT
  void operator++() && { std::move(*this) += 1; }
  void operator--() && { std::move(*this) -= 1; }
  void operator++(int) && { std::move(*this) += 1; }
  void operator--(int) && { std::move(*this) -= 1; }

 private:
  template <class H>
  void change(const H& write) {
    if_stmt(predicate_, state_, [&] { write(first_()); }, [&] { write(second_()); });
  }

  Predicate predicate_;
  S state_;
  F first_;
  G second_;
};

/// A copy of an element; the destructor stores it back.
template <class P>
class Borrowed {
  using Value = typename ValueType<P>::type;

 public:
  explicit Borrowed(const P& place) : element(static_cast<const Value&>(place)), place_(place) {}
  Borrowed(const Borrowed&) = delete;
  Borrowed& operator=(const Borrowed&) = delete;
  ~Borrowed() noexcept(false) {
    if (std::uncaught_exceptions() == exceptions_) std::move(place_) = element;
  }

  Value& get() { return element; }

  Value element;

 private:
  P place_;
  int exceptions_ = std::uncaught_exceptions();
};

/// An element by index, which other names may alias. Each use reads the element, or modifies a copy that is stored back
/// at the end of the full expression.
template <class C>
class Numbered {
  using Value = typename ValueType<ElementOf<C>>::type;

 public:
  Numbered(C& container, const Staged<int64_t>& at, SourceLocation location)
      : container_(container), at_(at), location_(location) {}
  Value get() const { return read_element(container_, at_, location_); }
  Borrowed<ElementOf<C>> borrow() const { return Borrowed<ElementOf<C>>(ElementOf<C>(container_, at_, location_)); }

 private:
  C& container_;
  Staged<int64_t> at_;
  SourceLocation location_;
};

template <class C, class N>
ElementOf<C> place_of(C& container, const N& n, SourceLocation location) {
  return ElementOf<C>(container, cast<int64_t>(n, location), location);
}
template <class C, class A, class B>
auto place_of(C& container, const A& a, const B& b, SourceLocation location) {
  const Cells<C> whole{{&container}};
  const auto rows = cells_in(whole);
  const auto row = place_in(whole, 0, cast<int64_t>(a, location), location);
  auto cells = cells_in(rows);
  return ElementOf<decltype(cells)>(cells, place_in(rows, row, cast<int64_t>(b, location), location), location);
}

}  // namespace detail

namespace emitted {

/// (predicate ? first() : second()) as the target of an assignment.
template <IsState S, class F, class G>
detail::ChosenPlace<S, F, G> chosen_place(const Predicate& predicate, const S& state, F first, G second) {
  return {predicate, state, first, second};
}
template <class F, class G>
  requires(!IsState<F>)
auto chosen_place(const Predicate& predicate, F first, G second) {
  return chosen_place(predicate, detail::no_state(predicate.location()), first, second);
}

/// Borrows an element of a container for the lifetime of the result.
template <class C, class N>
auto borrow(C& container, const N& n, SourceLocation location = SourceLocation::current()) {
  return detail::Borrowed<detail::ElementOf<C>>(detail::place_of(container, n, location));
}
template <class C, class A, class B>
  requires detail::SomeStagedIndices<A, B>
auto borrow(C& container, const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  using Place = decltype(detail::place_of(container, a, b, location));
  return detail::Borrowed<Place>(detail::place_of(container, a, b, location));
}
/// A reference to an element of a container that is also accessed through other names.
template <class C, class N>
auto numbered(C& container, const N& n, SourceLocation location = SourceLocation::current()) {
  return detail::Numbered<C>(container, cast<int64_t>(n, location), location);
}
/// The same functions for an element of a list, which holds its container and index.
template <class C>
auto borrow(const detail::ElementOf<C>& element) {
  return detail::Borrowed<detail::ElementOf<C>>(element);
}
template <class C>
auto numbered(const detail::ElementOf<C>& element) {
  return detail::Numbered<C>(element.ag_container(), element.ag_at(), element.ag_location());
}
/// container.at(n)
template <class C, class N>
auto borrow_at(C& container, const N& n, SourceLocation location = SourceLocation::current()) {
  static_cast<void>(element_at(container, n, location));
  return borrow(container, n, location);
}

/// Calls f(container[n]); f may modify the element.
template <class C, class N, class F>
decltype(auto) on_element(C& container, const N& n, F&& f, SourceLocation location = SourceLocation::current()) {
  if constexpr (detail::is_staged<N>) {
    auto borrowed = borrow(container, n, location);
    return f(borrowed.element);
  } else {
    return f(container[n]);
  }
}
template <class C, class A, class B, class F>
  requires detail::SomeStagedIndices<A, B>
auto on_element(C& container, const A& a, const B& b, F&& f, SourceLocation location = SourceLocation::current()) {
  auto borrowed = borrow(container, a, b, location);
  return f(borrowed.element);
}

}  // namespace emitted
using namespace emitted;

}  // namespace ag
