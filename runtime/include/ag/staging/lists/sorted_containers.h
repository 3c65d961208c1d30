#pragma once
/// std::set and std::map with keys that depend on a tensor: a list sorted by key.
///
///     ag::SortedMap<ag::Staged<int>, ag::Staged<int>> counts;
///     ++counts[key];
///
/// The position of a key is the number of smaller keys, a reduction, so a lookup needs no loop. Keys of a class with an
/// `operator <` are found by binary search.
#include <array>
#include <initializer_list>
#include <stdexcept>
#include <utility>

#include "ag/staging/lists/list_algorithm.h"

namespace ag {

namespace detail {

template <class K>
bool is_known_key(const K& key) {
  if constexpr (is_staged<K>)
    return key.is_host();
  else if constexpr (HostNumber<K>)
    return true;
  else
    return with_parts(const_cast<K&>(key), [](const auto&... part) { return (is_known_key(part) && ...); });
}

/// True for keys that are compared by an operator of their class.
template <class K>
inline constexpr bool has_own_order = !(is_pair_or_tuple<K> || is_staged<K> || HostNumber<K>);

/// The key of a subscript, with its source location.
template <class K>
struct KeyAt {
  K key;
  SourceLocation location;
  template <class N>
    requires std::is_convertible_v<const N&, K>
  KeyAt(const N& value, SourceLocation where = SourceLocation::current()) : key(value), location(where) {}
  // For m[{a, b}] and m[{a, b, c}].
  template <class A, class B>
    requires std::is_constructible_v<K, const A&, const B&>
  KeyAt(const A& a, const B& b, SourceLocation where = SourceLocation::current()) : key(a, b), location(where) {}
  template <class A, class B, class C>
    requires std::is_constructible_v<K, const A&, const B&, const C&>
  KeyAt(const A& a, const B& b, const C& c, SourceLocation where = SourceLocation::current())
      : key(a, b, c), location(where) {}
};

/// Returns a boolean for each element of a list: the result of `before` for its key and `key`, compared
/// lexicographically. `keys`: the columns of the list that hold the keys.
template <size_t n>
Tensor compared_keys(const Tensor* keys, const std::array<Tensor, n>& key,
                     Tensor (*before)(const Tensor&, const Tensor&)) {
  Tensor result = before(keys[n - 1], key[n - 1]);
  for (size_t k = n - 1; k-- > 0;)
    result = logical_or(before(keys[k], key[k]), logical_and(equal(keys[k], key[k]), result));
  return result;
}

/// A list sorted by the distinct keys of its elements. E: the element; K: its key.
template <class E, class K>
class Sorted {
  static constexpr size_t kKeyColumns = column_count<K>();

 protected:
  using Place = SourceLocation;

 public:
  using Element = E;
  using const_iterator = ListIterator<const List<E>>;
  using iterator = std::conditional_t<std::is_same_v<E, K>, const_iterator, ListIterator<List<E>>>;

  Sorted() = default;

  Staged<size_t> size(Place location = Place::current()) const { return list_.size(location); }
  Staged<bool> empty(Place location = Place::current()) const { return list_.empty(location); }
  void clear() { list_.clear(); }
  Staged<size_t> count(const K& key, Place location = Place::current()) const {
    const Range range = range_of(key, location);
    return cast<size_t>(range.last - range.first, location);
  }
  Staged<bool> contains(const K& key, Place location = Place::current()) const {
    const Range range = range_of(key, location);
    return range.first < range.last;
  }
  Staged<size_t> erase(const K& key, Place location = Place::current()) {
    const Range range = range_of(key, location);
    if (range.first.is_host() && range.last.is_host() && range.first.value() == range.last.value()) return size_t{0};
    list_.erase(list_.cbegin(location) + range.first, list_.cbegin(location) + range.last, location);
    return cast<size_t>(range.last - range.first, location);
  }
  std::pair<iterator, Staged<bool>> insert(const E& element, Place location = Place::current()) {
    const auto [at, added] = add(element, location);
    return {iterator{&list_, at, location}, added};
  }
  template <class... A>
  auto emplace(A&&... arguments) {
    return insert(E(std::forward<A>(arguments)...));
  }
  /// Removes the element at a position. Returns the position of the next one.
  iterator erase(const const_iterator& place, Place location = Place::current()) {
    list_.erase(place, location);
    return {&list_, place.at, location};
  }

  iterator begin(Place location = Place::current()) { return {&list_, 0, location}; }
  iterator end(Place location = Place::current()) { return {&list_, list_.count(location), location}; }
  const_iterator begin(Place location = Place::current()) const { return list_.cbegin(location); }
  const_iterator end(Place location = Place::current()) const { return list_.cend(location); }
  const_iterator cbegin(Place location = Place::current()) const { return list_.cbegin(location); }
  const_iterator cend(Place location = Place::current()) const { return list_.cend(location); }
  ReverseListIterator<typename iterator::Target> rbegin(Place location = Place::current()) { return {end(location)}; }
  ReverseListIterator<typename iterator::Target> rend(Place location = Place::current()) { return {begin(location)}; }
  ReverseListIterator<const List<E>> rbegin(Place location = Place::current()) const { return {cend(location)}; }
  ReverseListIterator<const List<E>> rend(Place location = Place::current()) const { return {cbegin(location)}; }
  ReverseListIterator<const List<E>> crbegin(Place location = Place::current()) const { return {cend(location)}; }
  ReverseListIterator<const List<E>> crend(Place location = Place::current()) const { return {cbegin(location)}; }

  iterator find(const K& key, Place location = Place::current()) { return {&list_, position(key, location), location}; }
  const_iterator find(const K& key, Place location = Place::current()) const {
    return {&list_, position(key, location), location};
  }
  iterator lower_bound(const K& key, Place location = Place::current()) {
    return {&list_, range_of(key, location).first, location};
  }
  const_iterator lower_bound(const K& key, Place location = Place::current()) const {
    return {&list_, range_of(key, location).first, location};
  }
  iterator upper_bound(const K& key, Place location = Place::current()) {
    return {&list_, range_of(key, location).last, location};
  }
  const_iterator upper_bound(const K& key, Place location = Place::current()) const {
    return {&list_, range_of(key, location).last, location};
  }

  // The interface for loops.
  bool is_known() const { return list_.is_known(); }
  const std::vector<E>& known_items() const { return list_.known_items(); }
  Staged<int64_t> count(Place location) const { return list_.count(location); }
  E ag_read(const Staged<int64_t>& at, Place location) const { return list_.ag_read(at, location); }
  void ag_write(const Staged<int64_t>& at, const E& element, Place location) { list_.ag_write(at, element, location); }
  static bool ag_is_unchanged(const E& a, const E& b) { return List<E>::ag_is_unchanged(a, b); }

  // Used by the state packs.
  friend auto ag_fields(Sorted& sorted) { return std::tie(sorted.list_); }

 protected:
  /// A half-open range: the element with a key, or the empty range at its insertion position.
  struct Range {
    Staged<int64_t> first, last;
  };

  static const K& key_of(const E& element) {
    if constexpr (std::is_same_v<E, K>)
      return element;
    else
      return element.first;
  }
  /// Returns the position of a key, or that of the end if it is absent.
  Staged<int64_t> position(const K& key, Place location) const {
    const Range range = range_of(key, location);
    return select<int64_t, Staged<int64_t>>(range.first < range.last, range.first, list_.count(location), location);
  }
  Range range_of(const K& key, Place location) const {
    if (has_known_keys() && is_known_key(key)) return known_range(key);
    if constexpr (has_own_order<K>)
      return searched_range(key, location);
    else
      return counted_range(key, location);
  }
  Range searched_range(const K& key, Place location) const {
    const Staged<int64_t> at = bound_of(list_.cbegin(location), list_.cend(location), [&](const E& one) {
                                 return is_less(key_of(one), key);
                               }).at;
    const Staged<bool> there =
        and_then(at < list_.count(location), [&] { return !is_less(key, key_of(list_.ag_read(at, location))); });
    return {at, at + cast<int64_t>(there, location)};
  }
  Range counted_range(const K& key, Place location) const {
    std::array<Tensor, kKeyColumns> row;
    Tensor* out = row.data();
    take_columns(key, out, location);
    const auto& columns = list_.columns(location);
    const Tensor before =
        compared_keys(columns.data(), row, [](const Tensor& a, const Tensor& b) { return less(a, b); });
    const Tensor after =
        compared_keys(columns.data(), row, [](const Tensor& a, const Tensor& b) { return greater(a, b); });
    return {number_of(before, location), list_.count(location) - number_of(after, location)};
  }
  /// Adds the element if its key is absent. Returns the position of the key, and true if it was absent.
  std::pair<Staged<int64_t>, Staged<bool>> add(const E& element, Place location) {
    const Range range = range_of(key_of(element), location);
    if (list_.is_known() && range.first.is_host() && range.last.is_host()) {
      const bool absent = range.first.value() == range.last.value();
      if (absent) list_.insert(list_.cbegin(location) + range.first, element, location);
      return {range.first, absent};
    }
    const Staged<int64_t> length = list_.count(location), added = 1 - (range.last - range.first);
    typename List<E>::Columns columns = list_.columns(location), row;
    Tensor* out = row.data();
    take_columns(element, out, location);
    const std::string& name = list_.ag_name();
    for (size_t k = 0; k < columns.size(); ++k) {
      const Tensor front = list_part(columns[k], 0, range.last, location);
      const Tensor back = list_part(columns[k], range.last, length, location);
      const Tensor more = list_concat(front, list_filled(row[k], added, location), name, location);
      columns[k] = list_concat(more, back, name, location);
    }
    list_ = List<E>::ag_of(columns.data(), location);
    return {range.first, added == 1};
  }

  List<E> list_;

 private:
  bool has_known_keys() const {
    return list_.is_known() &&
           std::ranges::all_of(list_.known_items(), [](const E& one) { return is_known_key(key_of(one)); });
  }
  Range known_range(const K& key) const {
    const auto& items = list_.known_items();
    const auto at =
        std::ranges::lower_bound(items, key, [](const K& a, const K& b) { return is_less(a, b).value(); }, &key_of);
    const int64_t first = at - items.begin();
    const bool there = at != items.end() && !is_less(key, key_of(*at)).value();
    return {first, first + int64_t(there)};
  }
  static Staged<int64_t> number_of(const Tensor& flags, Place location) {
    return item<int64_t>(count_nonzero(flags), location);
  }
};

}  // namespace detail

template <class K>
class SortedSet : public detail::Sorted<K, K> {
  using Place = SourceLocation;

 public:
  SortedSet() = default;
  SortedSet(std::initializer_list<K> keys, Place location = Place::current()) {
    for (const K& key : keys) this->add(key, location);
  }
  template <std::input_iterator I>
  SortedSet(I first, I last, Place location = Place::current()) {
    for (; first != last; ++first) this->add(K(*first), location);
  }
};

template <class K, class V>
class SortedMap : public detail::Sorted<std::pair<K, V>, K> {
  using Place = SourceLocation;
  using Elements = List<std::pair<K, V>>;
  struct Value {
    V& operator()(std::pair<K, V>& element) const { return element.second; }
  };
  using Values = detail::ListPart<Elements, Value>;

 public:
  SortedMap() = default;
  SortedMap(std::initializer_list<std::pair<K, V>> elements, Place location = Place::current()) {
    for (const auto& element : elements) this->add(element, location);
  }

  detail::ElementOf<Values> operator[](const detail::KeyAt<K>& key) {
    return value_at(this->add({key.key, V()}, key.location).first, key.location);
  }
  detail::ElementOf<Values> at(const K& key, Place location = Place::current()) {
    return value_at(present(key, location), location);
  }
  V at(const K& key, Place location = Place::current()) const {
    return this->list_.ag_read(present(key, location), location).second;
  }
  template <class... A>
  auto try_emplace(const K& key, const A&... value) {
    return this->insert({key, V(value...)});
  }
  auto insert_or_assign(const K& key, const V& value, Place location = Place::current()) {
    const auto result = this->insert({key, value}, location);
    this->list_.ag_write(result.first.at, {key, value}, location);
    return result;
  }

 private:
  detail::ElementOf<Values> value_at(const Staged<int64_t>& at, Place location) {
    Values values{this->list_, {}};
    return {values, at, location};
  }
  Staged<int64_t> present(const K& key, Place location) const {
    const auto range = this->range_of(key, location);
    const Staged<bool> absent = range.first == range.last;
    if (absent.is_host() && !is_tracing()) {
      if (absent.value()) throw std::out_of_range("map::at");
    } else {
      if_stmt(Predicate(absent, location), [&] { raise(std::out_of_range("map::at"), location); });
    }
    return range.first;
  }
};

}  // namespace ag
