#pragma once
/// Standard library algorithms on ranges of numbers that may be symbolic. The length of a range is always known, so
/// each algorithm unrolls into a sequence of graph operations. A predicate or function argument is called once per
/// element, in order.
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <source_location>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/staging/cxx.h"
#include "ag/staging/element.h"
#include "ag/staging/staging.h"

namespace ag {

namespace detail {

/// The element type that an iterator reads. A proxy for an element at a symbolic index is read as a number.
template <class I>
using element_at_t = typename ValueType<std::remove_cvref_t<decltype(*std::declval<I&>())>>::type;

template <class I>
using number_at_t = host_t<element_at_t<I>>;

/// Converts the result of a predicate, a number or a tensor, to a condition.
template <class V>
Staged<bool> holds(const V& value, SourceLocation location = SourceLocation::current()) {
  if constexpr (NumberOperand<V>)
    return cast<bool>(value, location);
  else
    return Predicate(value, location).value();
}

/// The result of std::max_element, std::find and similar algorithms on symbolic numbers: the index of an element in
/// place of an iterator.
template <class I>
struct FoundElement {
  using T = number_at_t<I>;
  using Count = typename std::iterator_traits<I>::difference_type;
  static constexpr bool kIsPlace = std::is_same_v<decltype(*std::declval<I&>()), Staged<T>&>;
  Staged<Count> index;
  I first, last;
  Staged<T> element;  // the value that the search read; empty if the search did not need it

  /// Returns the element, as an assignable proxy if the range is writable.
  auto operator*() && {
    if constexpr (kIsPlace)
      return ElementOf<Cells<Staged<T>>>(cells(), cast<int64_t>(index), SourceLocation::current(), element);
    else
      return element;
  }
  /// Returns the current value of the element.
  auto operator*() const& {
    if constexpr (kIsPlace) {
      return ElementOf<Cells<Staged<T>>>(cells(), cast<int64_t>(index), SourceLocation::current());
    } else {
      std::vector<Staged<T>> values(first, last);
      return read_element(values, cast<int64_t>(index), SourceLocation::current());
    }
  }
  template <class J>
  friend Staged<Count> operator-(const FoundElement& found, const J& other) {
    return found.index + static_cast<Count>(found.first - other);
  }
  template <class J>
  friend Staged<Count> operator-(const J& other, const FoundElement& found) {
    return static_cast<Count>(other - found.first) - found.index;
  }
  friend Staged<Count> operator-(const FoundElement& a, const FoundElement& b) {
    return a.index - b.index + static_cast<Count>(a.first - b.first);
  }
  friend Staged<bool> operator==(const FoundElement& a, const FoundElement& b) { return a - b == Count(0); }
  friend Staged<bool> operator!=(const FoundElement& a, const FoundElement& b) { return a - b != Count(0); }
  template <class J>
  friend Staged<bool> operator==(const FoundElement& found, const J& other) {
    return found.index == static_cast<Count>(other - found.first);
  }
  template <class J>
  friend Staged<bool> operator!=(const FoundElement& found, const J& other) {
    return found.index != static_cast<Count>(other - found.first);
  }
  template <class J>
  friend Staged<bool> operator==(const J& other, const FoundElement& found) {
    return found == other;
  }
  template <class J>
  friend Staged<bool> operator!=(const J& other, const FoundElement& found) {
    return found != other;
  }

  Cells<Staged<T>> cells() const {
    Cells<Staged<T>> result;
    for (I one = first; one != last; ++one) result.all.push_back(std::addressof(*one));
    return result;
  }
};

/// Returns the comparison to use on symbolic numbers: std::less<double>() compares them as std::less<>() does.
template <class F>
const F& order_of(const F& function) {
  return function;
}
template <class T>
std::less<> order_of(const std::less<T>&) {
  return {};
}
template <class T>
std::greater<> order_of(const std::greater<T>&) {
  return {};
}

/// Returns the first element than which `is_better` finds no better one.
template <class I, class F>
FoundElement<I> best_element(I first, I last, const F& is_better, SourceLocation location) {
  using Found = FoundElement<I>;
  using T = number_at_t<I>;
  using Count = typename Found::Count;
  Found best{0, first, last, *first};
  Count k = 0;
  for (I one = std::next(first); one != last; ++one) {
    const Staged<T> next = *one;
    const Staged<bool> better = detail::holds(is_better(next, best.element), location);
    best.element = select<T, Staged<T>>(better, next, best.element, location);
    best.index = select<Count, Staged<Count>>(better, ++k, best.index, location);
  }
  return best;
}

/// Converts a value to the type of the variable that it is assigned to.
template <class T, class V>
Staged<T> converted(const V& value, SourceLocation location) {
  if constexpr (std::is_same_v<V, Staged<T>>)
    return value;
  else
    return cast<T>(value, location);
}

/// The largest number of elements for which std::sort is an insertion sort, and therefore stable.
inline constexpr std::ptrdiff_t kSortedInOrder = 16;
/// Insertion sort: unrolled compare-and-exchange steps.
template <class I, class F>
void insert_in_order(I first, I last, const F& is_less, SourceLocation location) {
  using T = number_at_t<I>;
  for (I end = first; end != last; ++end) {
    for (I one = end; one != first; --one) {
      const Staged<T> before = *std::prev(one), after = *one;
      const Staged<bool> exchange = detail::holds(is_less(after, before), location);
      *std::prev(one) = select<T, Staged<T>>(exchange, after, before, location);
      *one = select<T, Staged<T>>(exchange, before, after, location);
    }
  }
}
template <class F>
inline constexpr bool is_descending = false;
template <class T>
inline constexpr bool is_descending<std::greater<T>> = true;
template <class F>
inline constexpr bool is_ascending = false;
template <class T>
inline constexpr bool is_ascending<std::less<T>> = true;

[[noreturn, gnu::cold]] AG_API void too_many_to_sort(SourceLocation location);

/// Records an ascending sort of the numbers.
[[gnu::cold]] AG_API void record_sort(std::vector<Number>& numbers, SourceLocation location);

}  // namespace detail

namespace cxx {

template <class I, detail::NumberOperand T>
Staged<detail::host_t<T>> accumulate(I first, I last, const T& init,
                                     std::source_location location = std::source_location::current()) {
  Staged<detail::host_t<T>> sum = init;
  for (; first != last; ++first)
    sum = detail::converted<detail::host_t<T>>(detail::compute<detail::AddNumber>(sum, *first, location), location);
  return sum;
}
template <class I, detail::NumberOperand T, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
Staged<detail::host_t<T>> accumulate(I first, I last, const T& init, F function,
                                     std::source_location location = std::source_location::current()) {
  Staged<detail::host_t<T>> result = init;
  for (; first != last; ++first)
    result = detail::converted<detail::host_t<T>>(function(std::as_const(result), *first), location);
  return result;
}

/// Returns the fold of a complex number or a structure of numbers over the elements.
template <class I, class T, class F = std::plus<>>
  requires(!detail::NumberOperand<T>)
auto accumulate(I first, I last, const T& init, F function = {}) {
  std::decay_t<decltype(function(init, *first))> result(init);
  for (; first != last; ++first) result = function(std::as_const(result), *first);
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
    const Staged<Count> found = cast<Count>(detail::holds(function(*first), location), location);
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

/// Evaluates the predicate on no element after the one that decides the result.
template <class I, class F>
Staged<bool> all_of(I first, I last, F function) {
  Staged<bool> all = true;
  for (; first != last; ++first) {
    all = and_then(all, [&] { return detail::holds(function(*first)); });
  }
  return all;
}
template <class I, class F>
Staged<bool> any_of(I first, I last, F function) {
  Staged<bool> any = false;
  for (; first != last; ++first) {
    any = or_else(any, [&] { return detail::holds(function(*first)); });
  }
  return any;
}
template <class I, class F>
Staged<bool> none_of(I first, I last, F function) {
  return !cxx::any_of(first, last, function);
}

template <class I>
auto max_element(I first, I last, std::source_location location = std::source_location::current()) {
  return detail::best_element(first, last, [](const auto& next, const auto& best) { return best < next; }, location);
}
template <class I, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
auto max_element(I first, I last, F function, std::source_location location = std::source_location::current()) {
  const auto& is_less = detail::order_of(function);
  return detail::best_element(
      first, last, [&](const auto& next, const auto& best) { return is_less(best, next); }, location);
}
template <class I>
auto min_element(I first, I last, std::source_location location = std::source_location::current()) {
  return detail::best_element(first, last, std::less<>(), location);
}
template <class I, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
auto min_element(I first, I last, F function, std::source_location location = std::source_location::current()) {
  return detail::best_element(first, last, detail::order_of(function), location);
}

/// Evaluates the predicate on no element after the one found.
template <class I, class F>
auto find_if(I first, I last, F function) {
  detail::FoundElement<I> found{0, first, last, {}};
  using Count = typename detail::FoundElement<I>::Count;
  Staged<bool> done = false;
  for (I one = first; one != last; ++one) {
    done = or_else(done, [&] { return detail::holds(function(*one)); });
    found.index = found.index + cast<Count>(!done);
  }
  return found;
}
template <class I, class T>
auto find(I first, I last, const T& value, std::source_location location = std::source_location::current()) {
  detail::FoundElement<I> found{0, first, last, {}};
  using Count = typename detail::FoundElement<I>::Count;
  Flag done;
  for (I one = first; one != last; ++one) {
    done = done || Flag(detail::compute<detail::EqualNumber>(Staged<detail::number_at_t<I>>(*one), value, location));
    found.index = found.index + cast<Count>(!done, location);
  }
  return found;
}
/// Counts the elements before the position. The range must be sorted, as the standard library requires.
template <class I, class T, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
auto lower_bound(I first, I last, const T& value, F function,
                 std::source_location location = std::source_location::current()) {
  detail::FoundElement<I> found{0, first, last, {}};
  using Count = typename detail::FoundElement<I>::Count;
  const auto& is_less = detail::order_of(function);
  for (I one = first; one != last; ++one)
    found.index = found.index + cast<Count>(detail::holds(is_less(*one, value), location), location);
  return found;
}
template <class I, class T>
auto lower_bound(I first, I last, const T& value, std::source_location location = std::source_location::current()) {
  return cxx::lower_bound(first, last, value, std::less<>(), location);
}
template <class I, class T, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
auto upper_bound(I first, I last, const T& value, F function,
                 std::source_location location = std::source_location::current()) {
  const auto& is_less = detail::order_of(function);
  return cxx::lower_bound(
      first, last, value, [&](const auto& one, const auto& bound) { return !is_less(bound, one); }, location);
}
template <class I, class T>
auto upper_bound(I first, I last, const T& value, std::source_location location = std::source_location::current()) {
  return cxx::upper_bound(first, last, value, std::less<>(), location);
}
template <class I, class T, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
Staged<bool> binary_search(I first, I last, const T& value, F function,
                           std::source_location location = std::source_location::current()) {
  const auto& is_less = detail::order_of(function);
  const auto holds = [&](const auto& a, const auto& b) { return Flag(detail::holds(is_less(a, b), location)); };
  Flag found;
  for (; first != last; ++first) found = found || !(holds(*first, value) || holds(value, *first));
  return found;
}
template <class I, class T>
Staged<bool> binary_search(I first, I last, const T& value,
                           std::source_location location = std::source_location::current()) {
  return cxx::binary_search(first, last, value, std::less<>(), location);
}
/// distance(first, find(…)), distance(find(…), last)
template <class I, class J>
auto distance(const I& first, const detail::FoundElement<J>& found) {
  return found - first;
}
template <class I, class J>
auto distance(const detail::FoundElement<I>& found, const J& last) {
  return last - found;
}
template <class I>
auto distance(const detail::FoundElement<I>& first, const detail::FoundElement<I>& last) {
  return last - first;
}

template <class I, class J>
Staged<bool> equal(I first, I last, J other) {
  Staged<bool> same = true;
  for (; first != last; ++first, ++other)
    same = and_then(same, [&] { return Staged<detail::number_at_t<I>>(*first) == *other; });
  return same;
}

template <class I, class T, class U>
void replace(I first, I last, const T& before, const U& after,
             std::source_location location = std::source_location::current()) {
  using N = detail::number_at_t<I>;
  const Staged<N> value(after);
  for (; first != last; ++first) {
    const auto found = detail::compute<detail::EqualNumber>(Staged<N>(*first), before, location);
    *first = detail::select<N, Staged<N>>(found, value, *first, location);
  }
}
template <class I, class F, class U>
void replace_if(I first, I last, F function, const U& after,
                std::source_location location = std::source_location::current()) {
  using N = detail::number_at_t<I>;
  const Staged<N> value(after);
  for (; first != last; ++first) {
    const Staged<bool> found = detail::holds(function(std::as_const(*first)), location);
    *first = detail::select<N, Staged<N>>(found, value, *first, location);
  }
}

// Uses the order and the intermediate results of the standard library.
template <class I>
auto reduce(I first, I last) {
  return std::reduce(first, last, Staged<detail::number_at_t<I>>());
}
template <class I, class T>
auto reduce(I first, I last, const T& init) {
  return std::reduce(first, last, Staged<detail::host_t<T>>(init));
}
template <class I, class T, class F>
auto reduce(I first, I last, const T& init, F function) {
  return std::reduce(first, last, Staged<detail::host_t<T>>(init), function);
}
template <class I, class J, class T>
auto transform_reduce(I first, I last, J other, const T& init) {
  return std::transform_reduce(first, last, other, Staged<detail::host_t<T>>(init));
}
template <class I, class J, class T>
auto exclusive_scan(I first, I last, J result, const T& init) {
  return std::exclusive_scan(first, last, result, Staged<detail::host_t<T>>(init));
}
template <class I, class J, class T, class F>
auto exclusive_scan(I first, I last, J result, const T& init, F function) {
  return std::exclusive_scan(first, last, result, Staged<detail::host_t<T>>(init), function);
}

template <class I, class F = std::less<>>
Staged<bool> is_sorted(I first, I last, F function = {}) {
  using N = Staged<detail::number_at_t<I>>;
  Staged<bool> sorted = true;
  if (first == last) return sorted;
  for (I next = std::next(first); next != last; ++first, ++next)
    sorted = and_then(sorted, [&] { return !detail::holds(detail::order_of(function)(N(*next), N(*first))); });
  return sorted;
}

template <class I>
void sort(I first, I last, std::source_location location = std::source_location::current()) {
  using T = detail::element_at_t<I>;
  if (std::all_of(first, last, [](const T& one) { return one.is_host(); }))
    return std::sort(first, last, [](const T& a, const T& b) { return a.value() < b.value(); });
  std::vector<detail::Number> numbers;
  for (I one = first; one != last; ++one) numbers.push_back((*one).number());
  detail::record_sort(numbers, location);
  for (const detail::Number& number : numbers) *first++ = T::of(number);
}

template <class I>
void stable_sort(I first, I last, std::source_location location = std::source_location::current()) {
  detail::insert_in_order(first, last, std::less<>(), location);
}
template <class I, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
void stable_sort(I first, I last, F function, std::source_location location = std::source_location::current()) {
  detail::insert_in_order(first, last, detail::order_of(function), location);
}
/// For more than kSortedInOrder symbolic numbers the order of equal elements is unspecified.
template <class I, class F>
  requires(!std::is_convertible_v<F, std::source_location>)
void sort(I first, I last, F function, std::source_location location = std::source_location::current()) {
  using T = detail::element_at_t<I>;
  const auto& is_less = detail::order_of(function);
  if constexpr (detail::is_ascending<F>) {
    cxx::sort(first, last, location);
  } else if (last - first <= detail::kSortedInOrder) {
    cxx::stable_sort(first, last, function, location);
  } else if (std::all_of(first, last, [](const T& one) { return detail::is_known(one); })) {
    std::sort(first, last, [&](const T& a, const T& b) { return host(detail::holds(is_less(a, b)), location); });
  } else if constexpr (detail::is_descending<F>) {
    std::reverse(first, last);
    cxx::sort(first, last, location);
    std::reverse(first, last);
  } else {
    detail::too_many_to_sort(location);
  }
}

}  // namespace cxx
}  // namespace ag
