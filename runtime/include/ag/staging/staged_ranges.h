#pragma once
/// Algorithms of std::ranges on sequences of numbers that may be symbolic; they forward to the iterator versions.
#include <iterator>
#include <utility>

#include "ag/staging/algorithm.h"

namespace ag::cxx::ranges {

/// Arguments after the range, such as std::plus<>, a lambda or a value, are passed on.
#define AG_CXX_RANGES(name, space)                                                         \
  template <class R, class... A>                                                           \
  decltype(auto) name(R&& range, A&&... arguments) {                                       \
    return space::name(std::begin(range), std::end(range), std::forward<A>(arguments)...); \
  }
AG_CXX_RANGES(all_of, cxx)
AG_CXX_RANGES(any_of, cxx)
AG_CXX_RANGES(binary_search, cxx)
AG_CXX_RANGES(copy, std)
AG_CXX_RANGES(count, cxx)
AG_CXX_RANGES(count_if, cxx)
AG_CXX_RANGES(fill, std)
AG_CXX_RANGES(find, cxx)
AG_CXX_RANGES(find_if, cxx)
AG_CXX_RANGES(for_each, std)
AG_CXX_RANGES(generate, std)
AG_CXX_RANGES(is_sorted, cxx)
AG_CXX_RANGES(lower_bound, cxx)
AG_CXX_RANGES(max_element, cxx)
AG_CXX_RANGES(min_element, cxx)
AG_CXX_RANGES(none_of, cxx)
AG_CXX_RANGES(replace, cxx)
AG_CXX_RANGES(replace_if, cxx)
AG_CXX_RANGES(reverse, std)
AG_CXX_RANGES(reverse_copy, std)
AG_CXX_RANGES(sort, cxx)
AG_CXX_RANGES(stable_sort, cxx)
AG_CXX_RANGES(upper_bound, cxx)
#undef AG_CXX_RANGES

template <class R, class O, class F>
void transform(R&& range, O out, F function) {
  std::transform(std::begin(range), std::end(range), out, function);
}
/// Stops at the end of the shorter range.
template <class R, class S, class O, class F>
void transform(R&& first, S&& second, O out, F function) {
  auto a = std::begin(first);
  auto b = std::begin(second);
  for (; a != std::end(first) && b != std::end(second); ++a, ++b) *out++ = function(*a, *b);
}
template <class R, class S>
void swap_ranges(R&& first, S&& second) {
  auto a = std::begin(first);
  auto b = std::begin(second);
  for (; a != std::end(first) && b != std::end(second); ++a, ++b) std::iter_swap(a, b);
}
template <class R, class S>
Staged<bool> equal(R&& first, S&& second) {
  if (std::size(first) != std::size(second)) return false;
  return cxx::equal(std::begin(first), std::end(first), std::begin(second));
}

// Return the numbers, not iterators.

template <class R>
auto max(R&& range, SourceLocation location = SourceLocation::current()) {
  using T = detail::number_at_t<decltype(std::begin(range))>;
  auto at = std::begin(range);
  Staged<T> result = *at;
  while (++at != std::end(range)) result = max_as<T>(result, Staged<T>(*at), location);
  return result;
}
template <class R>
auto min(R&& range, SourceLocation location = SourceLocation::current()) {
  using T = detail::number_at_t<decltype(std::begin(range))>;
  auto at = std::begin(range);
  Staged<T> result = *at;
  while (++at != std::end(range)) result = min_as<T>(result, Staged<T>(*at), location);
  return result;
}

}  // namespace ag::cxx::ranges
