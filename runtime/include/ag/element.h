#pragma once
/// Elements of containers by a number that may be symbolic:
///
///     ag::element(counts, n) += 1
///
/// A known number subscripts the container. A symbolic one reads with one operation of the graph, or chooses between
/// the elements, and a write changes every element that it may mean.
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/switch.h"

namespace ag {

namespace detail {

/// The element `at` of numbers of one dtype.
[[gnu::cold]] AG_API StagedId record_element(const std::vector<Number>& numbers, Number at, SourceLocation location);
/// Puts a value into one of them.
[[gnu::cold]] AG_API void record_element_update(std::vector<Number>& numbers, Number at, Number value,
                                                SourceLocation location);
/// Runs one of `count` arms, chosen by a symbol; a number outside of them is an error when the graph gets there.
[[gnu::cold]] AG_API void record_choice(Number at, size_t count, const StateBase& state, FunctionRef<void(size_t)> arm,
                                        SourceLocation location);

template <class C>
struct ElementType {
  using type = std::remove_cvref_t<decltype(std::declval<C&>()[0])>;
};
template <class C>
  requires requires { typename C::value_type; }
struct ElementType<C> {
  using type = typename C::value_type;
};
template <class C>
using element_t = typename ElementType<C>::type;

/// What reading an element gives: numbers of the host become staged.
template <class C>
using read_element_t = typename Chosen<element_t<C>>::type;

template <class C>
std::vector<Number> numbers_of(C& container) {
  std::vector<Number> numbers;
  for (auto&& element : container) numbers.push_back(read_element_t<C>(element).number());
  return numbers;
}

template <class C>
read_element_t<C> read_element(C& container, const Staged<int64_t>& at, SourceLocation location) {
  using T = read_element_t<C>;
  if constexpr (requires { container.ag_read(at, location); }) {
    return container.ag_read(at, location);
  } else {
    if (at.is_host()) return T(container[static_cast<size_t>(at.value())]);
    if constexpr (is_staged<T>) {
      return T::of_id(record_element(numbers_of(container), at.number(), location));
    } else {
      Return<T> chosen;
      record_choice(
          at.number(), container.size(), no_state(location).until(chosen), [&](size_t k) { chosen = container[k]; },
          location);
      return chosen.value();
    }
  }
}

template <class C>
void write_element(C& container, const Staged<int64_t>& at, const element_t<C>& value, SourceLocation location) {
  using T = element_t<C>;
  if constexpr (requires { container.ag_write(at, value, location); }) {
    container.ag_write(at, value, location);
  } else if (at.is_host()) {
    container[static_cast<size_t>(at.value())] = value;
  } else if constexpr (is_staged<T>) {
    std::vector<Number> numbers = numbers_of(container);
    record_element_update(numbers, at.number(), value.number(), location);
    for (size_t k = 0; k < numbers.size(); ++k) container[k] = T::of(numbers[k]);
  } else {
    record_choice(
        at.number(), container.size(), state(Names("element", location), container),
        [&](size_t k) { container[k] = value; }, location);
  }
}

/// What ag::element gives of a container that may be written: reads as a snapshot, writes through while it is the
/// temporary.
template <class C>
class ElementOf : public read_element_t<C> {
  using T = element_t<C>;
  using Base = read_element_t<C>;

 public:
  ElementOf(C& container, const Staged<int64_t>& at, SourceLocation location)
      : Base(read_element(container, at, location)), container_(container), at_(at), location_(location) {}
  template <class U>
    requires std::is_convertible_v<const U&, T>
  void operator=(const U& value) && {
    write_element(container_, at_, T(value), location_);
  }
  void operator=(const ElementOf& value) && {
    write_element(container_, at_, T(static_cast<const T&>(value)), location_);
  }
  ElementOf(const ElementOf&) = default;

#define AG_ELEMENT_ASSIGNMENT(op, Name)                 \
  template <class U>                                    \
  void operator op##=(const U& value)&& {               \
    T changed = static_cast<const T&>(*this);           \
    changed op## = value;                               \
    write_element(container_, at_, changed, location_); \
  }
  AG_STAGED_OPERATORS(AG_ELEMENT_ASSIGNMENT)
#undef AG_ELEMENT_ASSIGNMENT
  void operator++() && { std::move(*this) += 1; }
  void operator--() && { std::move(*this) -= 1; }
  Base operator++(int) && {
    const Base before = *this;
    std::move(*this) += 1;
    return before;
  }
  Base operator--(int) && {
    const Base before = *this;
    std::move(*this) -= 1;
    return before;
  }

 private:
  C& container_;
  Staged<int64_t> at_;
  SourceLocation location_;
};

template <class C>
struct HostOf<ElementOf<C>> {
  using type = host_t<read_element_t<C>>;
};
template <class C>
struct ValueType<ElementOf<C>> {
  using type = read_element_t<C>;
};

}  // namespace detail

/// container[n]. Of a container of tensors or staged numbers that may be written, an element that can be assigned;
/// otherwise the value.
template <class C, class N>
  requires(detail::is_staged<N> && std::is_integral_v<detail::host_t<N>>)
auto element(C&& container, const N& n, SourceLocation location = SourceLocation::current()) {
  using Container = std::remove_reference_t<C>;
  using T = detail::element_t<Container>;
  const Staged<int64_t> at = cast<int64_t>(n, location);
  if constexpr (std::is_lvalue_reference_v<C> && !std::is_const_v<Container> &&
                (detail::is_staged<T> || std::is_same_v<T, Tensor>))
    return detail::ElementOf<Container>(container, at, location);
  else
    return detail::read_element(container, at, location);
}
/// A subscript of the host is an ordinary one.
template <class C, class N>
  requires(!detail::is_staged<N>)
decltype(auto) element(C&& container, const N& n) {
  return std::forward<C>(container)[n];
}

}  // namespace ag
