#pragma once
/// Comparison of list elements, and heaps in a list: with the comparisons and moves of the standard library.
#include <array>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/staging/algorithm.h"
#include "ag/staging/lists/list_tensors.h"

namespace ag::detail {

template <class T>
inline constexpr bool is_pair_or_tuple = false;
template <class A, class B>
inline constexpr bool is_pair_or_tuple<std::pair<A, B>> = true;
template <class... T>
inline constexpr bool is_pair_or_tuple<std::tuple<T...>> = true;

template <class T>
Staged<bool> is_less(const T& a, const T& b);

template <size_t k, class T>
Flag is_less_from(const T& a, const T& b) {
  if constexpr (k == std::tuple_size_v<T>) {
    return Staged<bool>(false);
  } else {
    const Flag less = is_less(std::get<k>(a), std::get<k>(b));
    const Flag greater = is_less(std::get<k>(b), std::get<k>(a));
    return less || both(!greater, is_less_from<k + 1>(a, b));
  }
}

/// Returns a < b; pairs and tuples are compared lexicographically.
template <class T>
Staged<bool> is_less(const T& a, const T& b) {
  if constexpr (is_pair_or_tuple<T>)
    return is_less_from<0>(a, b);
  else
    return holds(a < b);
}

/// True if all numbers and all tensors of two elements are equal.
template <class T>
Staged<bool> is_same(const T& a, const T& b, SourceLocation location = SourceLocation::current()) {
  if constexpr (is_pair_or_tuple<T>) {
    return [&]<size_t... k>(std::index_sequence<k...>) {
      Flag same = Staged<bool>(true);
      ((same = both(same, is_same(std::get<k>(a), std::get<k>(b)))), ...);
      return Staged<bool>(same);
    }(std::make_index_sequence<std::tuple_size_v<T>>());
  } else if constexpr (is_staged<T> || HostNumber<T>) {
    return holds(a == b);
  } else {
    std::array<Tensor, column_count<T>()> first, second;
    Tensor *one = first.data(), *other = second.data();
    take_columns(a, one, location);
    take_columns(b, other, location);
    Flag same = Staged<bool>(true);
    for (size_t k = 0; k < first.size(); ++k) same = both(same, item<bool>(all(equal(first[k], second[k])), location));
    return Staged<bool>(same);
  }
}

/// Compares the elements of a list with a function. For std::less and std::greater it uses the operator of the
/// elements.
template <class F>
struct ListOrder {
  const F& function;
  template <class T>
  Staged<bool> operator()(const T& a, const T& b) const {
    return holds(function(a, b));
  }
};
template <class U>
struct ListOrder<std::less<U>> {
  const std::less<U>& function;
  template <class T>
  Staged<bool> operator()(const T& a, const T& b) const {
    return is_less(a, b);
  }
};
template <class U>
struct ListOrder<std::greater<U>> {
  const std::greater<U>& function;
  template <class T>
  Staged<bool> operator()(const T& a, const T& b) const {
    if constexpr (!is_pair_or_tuple<T> && requires { a > b; })
      return holds(a > b);
    else
      return is_less(b, a);
  }
};
template <class F>
ListOrder(const F&) -> ListOrder<F>;

/// Returns the name under which the loops of an algorithm carry the list; it comes after the names of their other
/// variables.
template <class L>
std::string name_of(const L& list) {
  return list.ag_name().empty() ? std::string("list") : std::string(list.ag_name());
}
template <class L>
std::string names_with(const L& list, const char* others) {
  return std::string(others) + ", " + name_of(list);
}

/// The position of a heap in a list: its first element, and the index of the subheap's top relative to it.
struct HeapPlace {
  Staged<int64_t> begin = 0, top = 0;
};

/// Moves the value up from `hole`, like std::push_heap.
template <class T, class F>
void sift_up(List<T>& list, Staged<int64_t> hole, const T& value, const F& is_before, SourceLocation location,
             const HeapPlace& heap = {}) {
  const std::string names = names_with(list, "hole");
  const auto is_below = [&] { return is_before(list.ag_read(heap.begin + (hole - 1) / 2, location), value); };
  while_stmt([&] { return and_then(hole > heap.top, is_below); }, state({names.c_str(), location}, hole, list),
             [&] {
               const Staged<int64_t> parent = (hole - 1) / 2;
               list.ag_write(heap.begin + hole, list.ag_read(heap.begin + parent, location), location);
               hole = parent;
             });
  list.ag_write(heap.begin + hole, value, location);
}

/// Fills the top of a heap of `count` elements with `value`, like std::pop_heap.
template <class T, class F>
void sift_down(List<T>& list, const Staged<int64_t>& count, const T& value, const F& is_before, SourceLocation location,
               const HeapPlace& heap = {}) {
  Staged<int64_t> hole = heap.top, child = heap.top;
  const auto read = [&](const Staged<int64_t>& at) { return list.ag_read(heap.begin + at, location); };
  const std::string names = names_with(list, "hole, child");
  while_stmt([&] { return child < (count - 1) / 2; }, state({names.c_str(), location}, hole, child, list),
             [&] {
               child = 2 * (child + 1);
               const Staged<bool> left = is_before(read(child), read(child - 1));
               child = child - cast<int64_t>(left, location);
               list.ag_write(heap.begin + hole, read(child), location);
               hole = child;
             });
  const Staged<bool> last = both(count % 2 == 0, child == (count - 2) / 2);
  if_stmt(Predicate(last, location), state({names.c_str(), location}, hole, child, list), [&] {
    child = 2 * (child + 1);
    list.ag_write(heap.begin + hole, read(child - 1), location);
    hole = child - 1;
  });
  sift_up(list, hole, value, is_before, location, heap);
}

}  // namespace ag::detail
