#pragma once
/// Iterators of ag::List: a list and an index, which may be symbolic.
#include <exception>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/staging/element.h"
#include "ag/staging/lists/list_columns.h"

namespace ag {

template <class T>
class List;

namespace detail {

/// An index with its source location.
struct ListIndex {
  Staged<int64_t> at;
  SourceLocation location;
  template <class N>
    requires std::is_integral_v<host_t<N>>
  ListIndex(const N& n, SourceLocation where = SourceLocation::current())
      : at(cast<int64_t>(n, where)), location(where) {}
};

/// The result of `->`: a copy of an element, which is stored back at the end of the full expression if it has changed.
template <class L>
class ElementArrow {
  using T = typename std::remove_const_t<L>::Element;

 public:
  ElementArrow(L* list, const Staged<int64_t>& at, SourceLocation location)
      : list_(list), at_(at), location_(location), before_(list->ag_read(at, location)), element_(before_) {}
  ElementArrow(const ElementArrow&) = delete;
  ElementArrow& operator=(const ElementArrow&) = delete;
  ~ElementArrow() noexcept(false) {
    if constexpr (!std::is_const_v<L>) {
      if (std::uncaught_exceptions() == exceptions_ && !is_unchanged(before_, element_))
        list_->ag_write(at_, element_, location_);
    }
  }
  std::conditional_t<std::is_const_v<L>, const T, T>* operator->() { return &element_; }

 private:
  L* list_;
  Staged<int64_t> at_;
  SourceLocation location_;
  T before_, element_;
  int exceptions_ = std::uncaught_exceptions();
};

/// L is a List or a const List.
template <class L>
struct ListIterator {
  using Target = L;
  using value_type = typename std::remove_const_t<L>::Element;
  using Count = Staged<std::ptrdiff_t>;

  L* list;
  Staged<int64_t> at;
  SourceLocation location;

  auto operator*() const {
    if constexpr (std::is_const_v<L>)
      return list->ag_read(at, location);
    else
      return ElementOf<L>(*list, at, location);
  }
  ElementArrow<L> operator->() const { return {list, at, location}; }
  auto operator[](const ListIndex& n) const { return *(*this + n.at); }
  operator ListIterator<const L>() const
    requires(!std::is_const_v<L>)
  {
    return {list, at, location};
  }

  ListIterator& operator++() { return *this += 1; }
  ListIterator& operator--() { return *this -= 1; }
  ListIterator operator++(int) {
    const ListIterator before = *this;
    *this += 1;
    return before;
  }
  ListIterator operator--(int) {
    const ListIterator before = *this;
    *this -= 1;
    return before;
  }
  template <class N>
    requires std::is_integral_v<host_t<N>>
  ListIterator& operator+=(const N& n) {
    at = at + cast<int64_t>(n, location);
    return *this;
  }
  template <class N>
    requires std::is_integral_v<host_t<N>>
  ListIterator& operator-=(const N& n) {
    at = at - cast<int64_t>(n, location);
    return *this;
  }
  template <class N>
    requires std::is_integral_v<host_t<N>>
  friend ListIterator operator+(ListIterator one, const N& n) {
    return one += n;
  }
  template <class N>
    requires std::is_integral_v<host_t<N>>
  friend ListIterator operator+(const N& n, ListIterator one) {
    return one += n;
  }
  template <class N>
    requires std::is_integral_v<host_t<N>>
  friend ListIterator operator-(ListIterator one, const N& n) {
    return one -= n;
  }
};

template <class A, class B>
auto operator-(const ListIterator<A>& a, const ListIterator<B>& b) {
  return cast<std::ptrdiff_t>(a.at - b.at);
}
#define AG_LIST_ITERATOR_COMPARISON(op)                                          \
  template <class A, class B>                                                    \
  Staged<bool> operator op(const ListIterator<A>& a, const ListIterator<B>& b) { \
    return a.at op b.at;                                                         \
  }
AG_LIST_ITERATOR_COMPARISON(==)
AG_LIST_ITERATOR_COMPARISON(!=)
AG_LIST_ITERATOR_COMPARISON(<)
AG_LIST_ITERATOR_COMPARISON(<=)
AG_LIST_ITERATOR_COMPARISON(>)
AG_LIST_ITERATOR_COMPARISON(>=)
#undef AG_LIST_ITERATOR_COMPARISON

/// The result of rbegin() and rend(): refers to the element before `base`.
template <class L>
struct ReverseListIterator {
  using value_type = typename std::remove_const_t<L>::Element;
  ListIterator<L> base;
  auto operator*() const { return *(base - 1); }
  ElementArrow<L> operator->() const { return (base - 1).operator->(); }
};
template <class A, class B>
Staged<bool> operator==(const ReverseListIterator<A>& a, const ReverseListIterator<B>& b) {
  return a.base == b.base;
}
template <class A, class B>
Staged<bool> operator!=(const ReverseListIterator<A>& a, const ReverseListIterator<B>& b) {
  return a.base != b.base;
}

/// One member of each element of a list, selected by AG_PART.
template <class L, class P>
struct ListPart {
  using value_type = std::remove_cvref_t<std::invoke_result_t<const P&, typename L::Element&>>;
  L& list;
  P part;

  value_type ag_read(const Staged<int64_t>& at, SourceLocation location) const {
    typename L::Element element = list.ag_read(at, location);
    return part(element);
  }
  void ag_write(const Staged<int64_t>& at, const value_type& value, SourceLocation location) {
    typename L::Element element = list.ag_read(at, location);
    part(element) = value;
    list.ag_write(at, element, location);
  }
};
template <class L, class P>
inline constexpr bool is_kept_by_element<ListPart<L, P>> = true;

/// The parts of an element, for structured bindings.
template <size_t k, class T>
auto part_of(const T& value) {
  return with_parts(const_cast<T&>(value), [](auto&... part) { return std::get<k>(std::tie(part...)); });
}
template <size_t k, class T>
  requires PlainAggregate<T>
auto get(const ElementOf<List<T>>& element) {
  return part_of<k>(static_cast<const T&>(element));
}

}  // namespace detail

namespace emitted {

/// list[n].x as an lvalue.
template <class T, class N, class P>
auto place(List<T>& list, const N& n, const P& part, SourceLocation location = SourceLocation::current()) {
  detail::ListPart<List<T>, P> parts{list, part};
  return detail::ElementOf<decltype(parts)>(parts, cast<int64_t>(n, location), location);
}
/// list.back().x as an lvalue.
template <class T, class P>
auto place(const detail::ElementOf<List<T>>& element, const P& part) {
  detail::ListPart<List<T>, P> parts{element.ag_container(), part};
  return detail::ElementOf<decltype(parts)>(parts, element.ag_at(), element.ag_location());
}

}  // namespace emitted
}  // namespace ag

/// The result of std::back_inserter for a list.
template <class T>
class std::back_insert_iterator<ag::List<T>> {
 public:
  using iterator_category = output_iterator_tag;
  using value_type = void;
  using difference_type = ptrdiff_t;
  using pointer = void;
  using reference = void;
  using container_type = ag::List<T>;

  explicit back_insert_iterator(ag::List<T>& to) : list(&to) {}
  back_insert_iterator& operator=(const T& value) {
    list->push_back(value);
    return *this;
  }
  back_insert_iterator& operator*() { return *this; }
  back_insert_iterator& operator++() { return *this; }
  back_insert_iterator operator++(int) { return *this; }
  ag::List<T>* list;
};

/// Support for auto [a, b] = list[n];
template <class T>
  requires(ag::detail::TupleLike<T>)
struct std::tuple_size<ag::detail::ElementOf<ag::List<T>>> : std::tuple_size<T> {};
template <class T>
  requires(ag::detail::PlainAggregate<T>)
struct std::tuple_size<ag::detail::ElementOf<ag::List<T>>>
    : std::integral_constant<size_t, ag::detail::member_count<T>()> {};
template <size_t k, class T>
  requires(ag::detail::TupleLike<T>)
struct std::tuple_element<k, ag::detail::ElementOf<ag::List<T>>> : std::tuple_element<k, T> {};
template <size_t k, class T>
  requires(ag::detail::PlainAggregate<T>)
struct std::tuple_element<k, ag::detail::ElementOf<ag::List<T>>> {
  using type = decltype(ag::detail::part_of<k>(std::declval<const T&>()));
};
