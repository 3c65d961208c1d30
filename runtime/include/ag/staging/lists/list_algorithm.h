#pragma once
/// Standard library algorithms on growable lists: loops of the graph with the same comparisons and calls as the
/// standard library.
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

#include "ag/staging/lists/list_adapters.h"

namespace ag {

namespace detail {

template <class F>
concept NoPlace = !std::is_convertible_v<F, SourceLocation>;

/// Runs `body(index)` for the elements between two iterators. `names` and `all`: the variables that the body changes.
template <class L, class F, class... S>
void each_between(const ListIterator<L>& first, const ListIterator<L>& last, const std::string& names, F&& body,
                  S&... all) {
  const SourceLocation location = first.location;
  Staged<int64_t> k = first.at;
  const std::string every = names.empty() ? "k" : "k, " + names;
  for_stmt([&] { return k < last.at; }, [&] { k = k + 1; }, state({every.c_str(), location}, k, all...),
           [&] { body(k); });
}

/// Returns the first element for which `holds` is true; `holds` is called for no element after it.
template <class L, class F>
ListIterator<L> first_of(const ListIterator<L>& first, const ListIterator<L>& last, F&& holds) {
  const SourceLocation location = first.location;
  Staged<int64_t> at = first.at;
  while_stmt([&] { return and_then(at < last.at, [&] { return !holds(first.list->ag_read(at, location)); }); },
             state({"at", location}, at), [&] { at = at + 1; });
  return {first.list, at, location};
}

/// Returns the first element than which `is_better` finds no better one.
template <class L, class F>
ListIterator<L> best_of(const ListIterator<L>& first, const ListIterator<L>& last, F&& is_better) {
  using T = typename std::remove_const_t<L>::Element;
  const SourceLocation location = first.location;
  Staged<int64_t> best = first.at;
  if_stmt(Predicate(first.at < last.at, location), state({"best", location}, best), [&] {
    T value = first.list->ag_read(first.at, location);
    each_between(
        first + 1, last, "best, value",
        [&](const Staged<int64_t>& k) {
          const T next = first.list->ag_read(k, location);
          if_stmt(Predicate(is_better(next, value), location), state({"best, value", location}, best, value), [&] {
            best = k;
            value = next;
          });
        },
        best, value);
  });
  return {first.list, best, location};
}

/// Binary search in an ordered range: returns the first position at which `is_before` is false.
template <class L, class F>
ListIterator<L> bound_of(const ListIterator<L>& first, const ListIterator<L>& last, F&& is_before) {
  const SourceLocation location = first.location;
  Staged<int64_t> low = first.at, count = last.at - first.at;
  while_stmt([&] { return count > 0; }, state({"low, count", location}, low, count),
             [&] {
               const Staged<int64_t> half = count / 2;
               const Staged<bool> before = is_before(first.list->ag_read(low + half, location));
               low = select<int64_t, Staged<int64_t>>(before, low + half + 1, low, location);
               count = select<int64_t, Staged<int64_t>>(before, count - half - 1, half, location);
             });
  return {first.list, low, location};
}

/// Insertion sort.
template <class T, class F>
void insert_in_order(const ListIterator<List<T>>& first, const ListIterator<List<T>>& last, const F& is_before) {
  List<T>& list = *first.list;
  const SourceLocation location = first.location;
  const std::string name = name_of(list);
  each_between(
      first, last, name,
      [&](const Staged<int64_t>& k) {
        const T value = list.ag_read(k, location);
        Staged<int64_t> hole = k;
        const std::string names = names_with(list, "hole");
        while_stmt(
            [&] {
              return and_then(hole > first.at, [&] { return is_before(value, list.ag_read(hole - 1, location)); });
            },
            state({names.c_str(), location}, hole, list),
            [&] {
              list.ag_write(hole, list.ag_read(hole - 1, location), location);
              hole = hole - 1;
            });
        list.ag_write(hole, value, location);
      },
      list);
}

/// Checks a sorted range longer than the limit up to which std::sort is stable: elements of which neither is less must
/// be equal.
AG_API void check_sort_order(const Staged<bool>& open, SourceLocation location);
template <class T, class F>
void check_order(const ListIterator<List<T>>& first, const ListIterator<List<T>>& last, const F& is_before) {
  const SourceLocation location = first.location;
  if_stmt(Predicate(last.at - first.at > int64_t{kSortedInOrder}, location), [&] {
    each_between(first + 1, last, "", [&](const Staged<int64_t>& k) {
      const T before = first.list->ag_read(k - 1, location), after = first.list->ag_read(k, location);
      const Flag same = Flag(is_same(before, after, location));
      check_sort_order(!(same || Flag(is_before(before, after))), location);
    });
  });
}

/// Converts the result of a function to an element of a list of T.
template <class T, class V>
T as_element(const V& value, SourceLocation location) {
  if constexpr (is_staged<T> && NumberOperand<V>)
    return converted<host_t<T>>(value, location);
  else
    return value;
}

}  // namespace detail

namespace cxx {

template <class L, class T, detail::NoPlace F>
auto accumulate(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& init, F function) {
  using V = staged_t<T>;
  V result(init);
  detail::each_between(
      first, last, "sum",
      [&](const Staged<int64_t>& k) {
        result = detail::as_element<V>(function(std::as_const(result), first.list->ag_read(k, first.location)),
                                       first.location);
      },
      result);
  return result;
}
template <class L, class T>
auto accumulate(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& init) {
  return cxx::accumulate(first, last, init, [](const auto& sum, const auto& one) { return sum + one; });
}
template <class L, class T, class... F>
auto reduce(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& init, F... function) {
  return cxx::accumulate(first, last, init, function...);
}

template <class L, detail::NoPlace F>
Staged<std::ptrdiff_t> count_if(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function) {
  Staged<std::ptrdiff_t> count = 0;
  detail::each_between(
      first, last, "count",
      [&](const Staged<int64_t>& k) {
        const auto one = first.list->ag_read(k, first.location);
        count = count + cast<std::ptrdiff_t>(detail::holds(function(one), first.location));
      },
      count);
  return count;
}
template <class L, class T>
Staged<std::ptrdiff_t> count(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
                             const T& value) {
  using E = typename std::remove_const_t<L>::Element;
  const E wanted(value);
  return cxx::count_if(first, last, [&](const E& one) { return detail::is_same(one, wanted); });
}

template <class L, detail::NoPlace F>
auto find_if(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function) {
  return detail::first_of(first, last, [&](const auto& one) { return detail::holds(function(one), first.location); });
}
template <class L, class T>
auto find(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& value) {
  using E = typename std::remove_const_t<L>::Element;
  const E wanted(value);
  return cxx::find_if(first, last, [&](const E& one) { return detail::is_same(one, wanted); });
}
template <class L, detail::NoPlace F>
Staged<bool> any_of(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function) {
  return cxx::find_if(first, last, function) != last;
}
template <class L, detail::NoPlace F>
Staged<bool> none_of(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function) {
  return cxx::find_if(first, last, function) == last;
}
template <class L, detail::NoPlace F>
Staged<bool> all_of(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function) {
  return cxx::find_if(first, last, [&](const auto& one) { return !detail::holds(function(one), first.location); }) ==
         last;
}

template <class L, detail::NoPlace F = std::less<>>
auto max_element(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function = {}) {
  const detail::ListOrder less{function};
  return detail::best_of(first, last, [&](const auto& next, const auto& best) { return less(best, next); });
}
template <class L, detail::NoPlace F = std::less<>>
auto min_element(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function = {}) {
  return detail::best_of(first, last, detail::ListOrder{function});
}

template <class L, class T, detail::NoPlace F = std::less<>>
auto lower_bound(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& value,
                 F function = {}) {
  using E = typename std::remove_const_t<L>::Element;
  const E wanted(value);
  const detail::ListOrder less{function};
  return detail::bound_of(first, last, [&](const E& one) { return less(one, wanted); });
}
template <class L, class T, detail::NoPlace F = std::less<>>
auto upper_bound(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& value,
                 F function = {}) {
  using E = typename std::remove_const_t<L>::Element;
  const E wanted(value);
  const detail::ListOrder less{function};
  return detail::bound_of(first, last, [&](const E& one) { return !less(wanted, one); });
}
template <class L, class T, detail::NoPlace F = std::less<>>
Staged<bool> binary_search(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, const T& value,
                           F function = {}) {
  using E = typename std::remove_const_t<L>::Element;
  const E wanted(value);
  const auto place = cxx::lower_bound(first, last, wanted, function);
  return and_then(place != last,
                  [&] { return !detail::ListOrder{function}(wanted, place.list->ag_read(place.at, first.location)); });
}

template <class L, detail::NoPlace F = std::less<>>
Staged<bool> is_sorted(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last, F function = {}) {
  const detail::ListOrder less{function};
  const SourceLocation location = first.location;
  Staged<int64_t> at = first.at + 1;
  while_stmt(
      [&] {
        return and_then(at < last.at, [&] {
          return !less(first.list->ag_read(at, location), first.list->ag_read(at - 1, location));
        });
      },
      state({"at", location}, at), [&] { at = at + 1; });
  return at >= last.at;
}

template <class L, class K>
Staged<bool> equal(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
                   const detail::ListIterator<K>& other) {
  const SourceLocation location = first.location;
  Staged<int64_t> at = first.at;
  const Staged<int64_t> ahead = other.at - first.at;
  while_stmt(
      [&] {
        return and_then(at < last.at, [&] {
          return detail::is_same(first.list->ag_read(at, location), other.list->ag_read(at + ahead, location));
        });
      },
      state({"at", location}, at), [&] { at = at + 1; });
  return at == last.at;
}

template <class T>
void reverse(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last) {
  List<T>& list = *first.list;
  List<T> part(first, last), behind(last, list.end(first.location));
  part.reverse(first.location);
  list.keep(0, first.at, first.location);
  list.insert(list.end(first.location), part.begin(first.location), part.end(first.location));
  list.insert(list.end(first.location), behind.begin(first.location), behind.end(first.location));
}

template <class T, detail::NoPlace F = std::less<>>
void stable_sort(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last,
                 F function = {}) {
  detail::insert_in_order(first, last, detail::ListOrder{function});
}
template <class T, detail::NoPlace F = std::less<>>
void sort(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, F function = {}) {
  List<T>& list = *first.list;
  const Staged<int64_t> length = list.count(first.location);
  const bool all = first.at.is_host() && first.at.value() == 0 && last.at.number().same(length.number());
  // A user-defined order may treat different elements as equal.
  constexpr bool by_value =
      (detail::is_ascending<F> || detail::is_descending<F>) && (detail::is_staged<T> || detail::is_pair_or_tuple<T>);
  if constexpr (detail::is_staged<T> && by_value) {
    if (all) {
      const Tensor sorted = detail::list_sorted(list.stacked(first.location), first.location);
      return list.set_stacked(detail::is_ascending<F> ? sorted : detail::list_reversed(sorted, first.location),
                              first.location);
    }
  }
  cxx::stable_sort(first, last, function);
  if constexpr (!by_value) detail::check_order(first, last, detail::ListOrder{function});
}
template <class T>
void sort(const detail::ReverseListIterator<List<T>>& first, const detail::ReverseListIterator<List<T>>& last) {
  cxx::sort(last.base, first.base, std::greater<>());
}

template <class T, class V>
void fill(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, const V& value) {
  List<T>& list = *first.list;
  const T element = detail::as_element<T>(value, first.location);
  const std::string name = detail::name_of(list);
  detail::each_between(
      first, last, name, [&](const Staged<int64_t>& k) { list.ag_write(k, element, first.location); }, list);
}
template <class T, class V>
void iota(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, const V& value) {
  List<T>& list = *first.list;
  T next = detail::as_element<T>(value, first.location);
  detail::each_between(
      first, last, detail::names_with(list, "next"),
      [&](const Staged<int64_t>& k) {
        list.ag_write(k, next, first.location);
        next = next + 1;
      },
      next, list);
}
template <class T, class V, class W>
void replace(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, const V& before,
             const W& after) {
  const T wanted(before);
  cxx::replace_if(first, last, [&](const T& one) { return detail::is_same(one, wanted); }, after);
}
template <class T, detail::NoPlace F, class W>
void replace_if(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, F function,
                const W& after) {
  List<T>& list = *first.list;
  const T value = detail::as_element<T>(after, first.location);
  const std::string name = detail::name_of(list);
  detail::each_between(
      first, last, name,
      [&](const Staged<int64_t>& k) {
        const Staged<bool> found = detail::holds(function(list.ag_read(k, first.location)), first.location);
        if_stmt(Predicate(found, first.location), state({name.c_str(), first.location}, list),
                [&] { list.ag_write(k, value, first.location); });
      },
      list);
}

/// Moves the elements for which the function is false to the front, in order. Returns the position after them.
template <class T, detail::NoPlace F>
auto remove_if(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, F function) {
  List<T>& list = *first.list;
  const SourceLocation location = first.location;
  Staged<int64_t> to = first.at;
  detail::each_between(
      first, last, detail::names_with(list, "to"),
      [&](const Staged<int64_t>& k) {
        const T one = list.ag_read(k, location);
        const std::string names = detail::names_with(list, "to");
        if_stmt(Predicate(!detail::holds(function(one), location), location),
                state({names.c_str(), location}, to, list), [&] {
                  list.ag_write(to, one, location);
                  to = to + 1;
                });
      },
      to, list);
  return detail::ListIterator<List<T>>{&list, to, location};
}
template <class T, class V>
auto remove(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last, const V& value) {
  const T unwanted(value);
  return cxx::remove_if(first, last, [&](const T& one) { return detail::is_same(one, unwanted); });
}
template <class T>
auto unique(const detail::ListIterator<List<T>>& first, const detail::ListIterator<List<T>>& last) {
  List<T>& list = *first.list;
  const SourceLocation location = first.location;
  Staged<int64_t> to = first.at;
  detail::each_between(
      first, last, detail::names_with(list, "to"),
      [&](const Staged<int64_t>& k) {
        const T one = list.ag_read(k, location);
        const std::string names = detail::names_with(list, "to");
        const Staged<bool> kept =
            or_else(to == first.at, [&] { return !detail::is_same(list.ag_read(to - 1, location), one); });
        if_stmt(Predicate(kept, location), state({names.c_str(), location}, to, list), [&] {
          list.ag_write(to, one, location);
          to = to + 1;
        });
      },
      to, list);
  return detail::ListIterator<List<T>>{&list, to, location};
}

/// Writes to a list, starting at `to`.
template <class L, class T, detail::NoPlace F>
auto transform(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
               const detail::ListIterator<List<T>>& to, F function) {
  List<T>& list = *to.list;
  const std::string name = detail::name_of(list);
  const Staged<int64_t> ahead = to.at - first.at;
  detail::each_between(
      first, last, name,
      [&](const Staged<int64_t>& k) {
        const auto one = first.list->ag_read(k, first.location);
        list.ag_write(k + ahead, detail::as_element<T>(function(one), first.location), first.location);
      },
      list);
  return to + (last.at - first.at);
}
template <class L, class T, detail::NoPlace F>
void transform(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
               const std::back_insert_iterator<List<T>>& to, F function) {
  List<T>& list = *to.list;
  const std::string name = detail::name_of(list);
  detail::each_between(
      first, last, name,
      [&](const Staged<int64_t>& k) {
        const auto one = first.list->ag_read(k, first.location);
        list.push_back(detail::as_element<T>(function(one), first.location), first.location);
      },
      list);
}
template <class L, class T>
void copy(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
          const std::back_insert_iterator<List<T>>& to) {
  List<T>& list = *to.list;
  list.insert(list.end(first.location), first, last);
}
template <class L, class T>
auto copy(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
          const detail::ListIterator<List<T>>& to) {
  return cxx::transform(first, last, to, [](const auto& one) { return one; });
}
template <class L, class T, detail::NoPlace F>
void copy_if(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
             const std::back_insert_iterator<List<T>>& to, F function) {
  List<T>& list = *to.list;
  const std::string name = detail::name_of(list);
  detail::each_between(
      first, last, name,
      [&](const Staged<int64_t>& k) {
        const auto one = first.list->ag_read(k, first.location);
        if_stmt(Predicate(detail::holds(function(one), first.location), first.location),
                state({name.c_str(), first.location}, list), [&] { list.push_back(one, first.location); });
      },
      list);
}
template <class L, class T>
void partial_sum(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
                 const detail::ListIterator<List<T>>& to) {
  T sum{};
  List<T>& list = *to.list;
  const Staged<int64_t> ahead = to.at - first.at;
  detail::each_between(
      first, last, detail::names_with(list, "sum"),
      [&](const Staged<int64_t>& k) {
        sum = sum + first.list->ag_read(k, first.location);
        list.ag_write(k + ahead, sum, first.location);
      },
      sum, list);
}
template <class L, class K, class T>
auto inner_product(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last,
                   const detail::ListIterator<K>& other, const T& init) {
  using V = std::conditional_t<detail::NumberOperand<T>, Staged<host_t<T>>, T>;
  V result(init);
  const Staged<int64_t> ahead = other.at - first.at;
  detail::each_between(
      first, last, "sum",
      [&](const Staged<int64_t>& k) {
        const auto product = first.list->ag_read(k, first.location) * other.list->ag_read(k + ahead, first.location);
        result = detail::as_element<V>(result + product, first.location);
      },
      result);
  return result;
}

template <class A, class B>
auto distance(const detail::ListIterator<A>& first, const detail::ListIterator<B>& last) {
  return last - first;
}
template <class L, class N = int>
auto next(const detail::ListIterator<L>& one, const N& n = 1) {
  return one + n;
}
template <class L, class N = int>
auto prev(const detail::ListIterator<L>& one, const N& n = 1) {
  return one - n;
}

}  // namespace cxx

template <class T>
Staged<bool> operator==(const List<T>& a, const List<T>& b) {
  return and_then(a.size() == b.size(), [&] { return cxx::equal(a.begin(), a.end(), b.begin()); });
}

}  // namespace ag
