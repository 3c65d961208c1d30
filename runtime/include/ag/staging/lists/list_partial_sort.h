#pragma once
/// std::partial_sort of growable lists, with the comparisons and moves of the standard library, so that the unsorted
/// rest also ends in the same order.
#include "ag/staging/lists/list_algorithm.h"

namespace ag::cxx {

template <class T, detail::NoPlace F = std::less<>>
void partial_sort(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& middle,
                  const detail::ListIterator<List<T>>& last, F function = {}) {
  List<T>& list = *first.list;
  const SourceLocation location = first.location;
  const detail::ListOrder less{function};
  const std::string name = detail::name_of(list), names = detail::names_with(list, "k");
  const Staged<int64_t> count = middle.at - first.at;
  const auto fill_top = [&](const Staged<int64_t>& length, const Staged<int64_t>& from, const Staged<int64_t>& top) {
    detail::sift_down(list, length, list.ag_read(from, location), less, location, {first.at, top});
  };
  const auto exchange_top = [&](const Staged<int64_t>& length, const Staged<int64_t>& k) {
    const T value = list.ag_read(k, location);
    list.ag_write(k, list.ag_read(first.at, location), location);
    detail::sift_down(list, length, value, less, location, {first.at, 0});
  };
  Staged<int64_t> k = count / 2;  // the number of heap nodes with children
  while_stmt([&] { return k > 0; }, state({names.c_str(), location}, k, list),
             [&] {
               k = k - 1;
               fill_top(count, first.at + k, k);
             });
  detail::each_between(
      middle, last, name,
      [&](const Staged<int64_t>& place) {
        const Staged<bool> lower = less(list.ag_read(place, location), list.ag_read(first.at, location));
        if_stmt(Predicate(lower, location), state({name.c_str(), location}, list), [&] { exchange_top(count, place); });
      },
      list);
  k = count;
  while_stmt([&] { return k > 1; }, state({names.c_str(), location}, k, list),
             [&] {
               k = k - 1;
               exchange_top(k, first.at + k);
             });
}

}  // namespace ag::cxx
