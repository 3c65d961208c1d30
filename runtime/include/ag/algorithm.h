#pragma once
/// Algorithms of the standard library on ranges of numbers that may be symbolic. Ranges have a length that is known, so
/// each is a row of operations of the graph; what they are given is called once for each element, in order.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/cxx.h"
#include "ag/staging.h"

namespace ag {

namespace detail {

template <class I>
using element_at_t = std::remove_cvref_t<decltype(*std::declval<I&>())>;

/// What std::max_element of symbolic numbers gives: the element, but no place.
template <class T>
struct FoundElement {
  T element;
  const T& operator*() const { return element; }
};

/// What is assigned to a variable of type T.
template <class T, class V>
Staged<T> converted(const V& value, SourceLocation location) {
  if constexpr (std::is_same_v<V, Staged<T>>)
    return value;
  else
    return cast<T>(value, location);
}

/// The numbers in ascending order.
[[gnu::cold]] AG_API void record_sort(std::vector<Number>& numbers, SourceLocation location);

}  // namespace detail

namespace cxx {

template <class I, class T>
Staged<detail::host_t<T>> accumulate(I first, I last, const T& init,
                                     std::source_location location = std::source_location::current()) {
  Staged<detail::host_t<T>> sum = init;
  for (; first != last; ++first)
    sum = detail::converted<detail::host_t<T>>(detail::compute<detail::AddNumber>(sum, *first, location), location);
  return sum;
}
template <class I, class T, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
Staged<detail::host_t<T>> accumulate(I first, I last, const T& init, F function,
                                     std::source_location location = std::source_location::current()) {
  Staged<detail::host_t<T>> result = init;
  for (; first != last; ++first)
    result = detail::converted<detail::host_t<T>>(function(std::as_const(result), *first), location);
  return result;
}

template <class I, class J, class T>
Staged<detail::host_t<T>> inner_product(I first, I last, J other, const T& init,
                                        std::source_location location = std::source_location::current()) {
  Staged<detail::host_t<T>> sum = init;
  for (; first != last; ++first, ++other) {
    const auto product = detail::compute<detail::MultiplyNumber>(*first, *other, location);
    sum = detail::converted<detail::host_t<T>>(detail::compute<detail::AddNumber>(sum, product, location), location);
  }
  return sum;
}

template <class I, class F>
auto count_if(I first, I last, F function, std::source_location location = std::source_location::current()) {
  using Count = typename std::iterator_traits<I>::difference_type;
  Staged<Count> count = 0;
  for (; first != last; ++first) {
    const Staged<Count> found = cast<Count>(cast<bool>(function(*first), location), location);
    count = detail::compute<detail::AddNumber>(count, found, location);
  }
  return count;
}
template <class I, class T>
auto count(I first, I last, const T& value, std::source_location location = std::source_location::current()) {
  return cxx::count_if(
      first, last, [&](const auto& one) { return detail::compute<detail::EqualNumber>(Staged(one), value, location); },
      location);
}

/// Looks at no element behind the one that decides.
template <class I, class F>
Staged<bool> all_of(I first, I last, F function) {
  Staged<bool> all = true;
  for (; first != last; ++first) {
    all = and_then(all, [&] { return cast<bool>(function(*first)); });
  }
  return all;
}
template <class I, class F>
Staged<bool> any_of(I first, I last, F function) {
  Staged<bool> any = false;
  for (; first != last; ++first) {
    any = or_else(any, [&] { return cast<bool>(function(*first)); });
  }
  return any;
}
template <class I, class F>
Staged<bool> none_of(I first, I last, F function) {
  return !cxx::any_of(first, last, function);
}

template <class I>
auto max_element(I first, I last, std::source_location location = std::source_location::current()) {
  detail::element_at_t<I> best = *first;
  for (++first; first != last; ++first) best = max_as<detail::host_t<decltype(best)>>(best, *first, location);
  return detail::FoundElement<decltype(best)>{best};
}
template <class I>
auto min_element(I first, I last, std::source_location location = std::source_location::current()) {
  detail::element_at_t<I> best = *first;
  for (++first; first != last; ++first) best = min_as<detail::host_t<decltype(best)>>(best, *first, location);
  return detail::FoundElement<decltype(best)>{best};
}

template <class I>
void sort(I first, I last, std::source_location location = std::source_location::current()) {
  using T = detail::element_at_t<I>;
  if (std::all_of(first, last, [](const T& one) { return one.is_host(); }))
    return std::sort(first, last, [](const T& a, const T& b) { return a.value() < b.value(); });
  std::vector<detail::Number> numbers;
  for (I one = first; one != last; ++one) numbers.push_back(one->number());
  detail::record_sort(numbers, location);
  for (const detail::Number& number : numbers) *first++ = T::of(number);
}

}  // namespace cxx
}  // namespace ag
