#pragma once
/// A growable list in staged code: the staged counterpart of a std::vector, deque or list that a staged loop or branch
/// appends to.
///
///     ag::List<ag::Staged<int>> trail;
///     ag::while_stmt([&] { return n > 1; }, AG_STATE(n, trail), [&] { trail.push_back(n); … });
///
/// While its length is known it is a vector. In staged control flow it is a set of tensors of the graph with a growing
/// first dimension, one per tensor and number of an element. All elements therefore have the same shapes and dtypes.
#include <concepts>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/ops.h"
#include "ag/staging/item.h"
#include "ag/staging/lists/list_columns.h"
#include "ag/staging/lists/list_iterator.h"
#include "ag/staging/loops.h"
#include "ag/staging/plain.h"

namespace ag {

/// T is Tensor, a Staged number, or a structure of these, including a vector whose length is the same in all elements.
template <class T>
class List {
  static constexpr size_t kColumns = detail::column_count<T>();
  using Place = SourceLocation;

 public:
  using Element = T;  // not value_type: a list is saved by its columns, not by its elements
  using Columns = std::array<Tensor, kColumns>;
  using iterator = detail::ListIterator<List>;
  using const_iterator = detail::ListIterator<const List>;

  List() = default;
  List(std::vector<T> elements, Place location = Place::current()) : items_(std::move(elements)), place_(location) {}
  List(std::initializer_list<T> elements, Place location = Place::current()) : items_(elements), place_(location) {}
  template <detail::Sequence C>
    requires(!std::is_same_v<C, std::vector<T>> && !detail::is_list<C>)
  List(const C& elements, Place location = Place::current()) : List(elements.begin(), elements.end(), location) {}
  template <std::input_iterator I>
  List(I first, I last, Place location = Place::current()) : place_(location) {
    for (; first != last; ++first) items_.push_back(of_plain(*first));
  }
  template <class L>
  List(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last) : place_(first.location) {
    assign(first, last);
  }
  template <class L>
  List(const detail::ReverseListIterator<L>& first, const detail::ReverseListIterator<L>& last)
      : List(last.base, first.base) {
    reverse(first.base.location);
  }
  template <class N>
    requires std::is_integral_v<detail::host_t<N>>
  explicit List(const N& count, const T& value = T(), Place location = Place::current()) : place_(location) {
    resize(count, value, location);
  }
  /// The length must be known.
  operator std::vector<T>() const { return known_items(place_); }

  void push_back(const T& value, Place location = Place::current()) {
    place_ = location;
    if (known_) return static_cast<void>(items_.push_back(value)), forget();
    const Columns row = row_of(value, location);
    for (size_t k = 0; k < kColumns; ++k) columns_[k] = detail::list_append(columns_[k], row[k], name_, location);
  }
  void push_front(const T& value, Place location = Place::current()) { insert_at(0, value, location); }
  void pop_back(Place location = Place::current()) {
    if (known_) {
      if (items_.empty()) detail::fail_empty("pop_back", location);
      return items_.pop_back(), forget();
    }
    const Staged<int64_t> last = count(location);
    detail::check_missing(last == 0, "pop_back", location);
    keep_parts({{0, last - 1}}, location);
  }
  void pop_front(Place location = Place::current()) {
    if (known_) {
      if (items_.empty()) detail::fail_empty("pop_front", location);
      return static_cast<void>(items_.erase(items_.begin())), forget();
    }
    const Staged<int64_t> last = count(location);
    detail::check_missing(last == 0, "pop_front", location);
    keep_parts({{1, last}}, location);
  }
  template <class... A>
  void emplace_back(A&&... arguments) {
    push_back(T(std::forward<A>(arguments)...));
  }
  template <class... A>
  void emplace_front(A&&... arguments) {
    push_front(T(std::forward<A>(arguments)...));
  }
  void clear() {
    items_.clear();
    known_ = true;
    forget();
  }
  template <class N>
  void reserve(const N&) {}
  void shrink_to_fit() {}
  void swap(List& other) { std::swap(*this, other); }
  template <class N>
    requires std::is_integral_v<detail::host_t<N>>
  void resize(const N& wanted, const T& value = T(), Place location = Place::current()) {
    const auto length = cast<int64_t>(wanted, location);
    if (known_ && length.is_host()) {
      if (length.value() < 0) throw std::length_error("the number of elements is negative");
      return items_.resize(static_cast<size_t>(length.value()), value), forget();
    }
    const Columns row = row_of(value, location);
    const Staged<int64_t> had = count(location);
    const Staged<int64_t> kept = select_least(had, length, location);
    keep_parts({{0, kept}}, location);
    for (size_t k = 0; k < kColumns; ++k) {
      if (!row[k].defined()) detail::fail_unknown_part("it would have tensors without a value", location);
      columns_[k] =
          detail::list_concat(columns_[k], detail::list_filled(row[k], length - kept, location), name_, location);
    }
  }
  template <class N>
    requires std::is_integral_v<detail::host_t<N>>
  void assign(const N& wanted, const T& value, Place location = Place::current()) {
    clear();
    resize(wanted, value, location);
  }
  template <class L>
  void assign(const detail::ListIterator<L>& first, const detail::ListIterator<L>& last) {
    List other = *first.list;
    other.keep(first.at, last.at, first.location);
    *this = std::move(other);
  }

  iterator insert(const const_iterator& place, const T& value, Place location = Place::current()) {
    insert_at(place.at, value, location);
    return {this, place.at, location};
  }
  template <class L>
  iterator insert(const const_iterator& place, const detail::ListIterator<L>& first,
                  const detail::ListIterator<L>& last) {
    insert_list(place.at, List(first, last), place.location);
    return {this, place.at, place.location};
  }
  template <std::input_iterator I>
  iterator insert(const const_iterator& place, I first, I last) {
    insert_list(place.at, List(first, last), place.location);
    return {this, place.at, place.location};
  }
  template <class N>
    requires std::is_integral_v<detail::host_t<N>>
  iterator insert(const const_iterator& place, const N& count, const T& value) {
    insert_list(place.at, List(count, value, place.location), place.location);
    return {this, place.at, place.location};
  }
  iterator erase(const const_iterator& place, Place location = Place::current()) {
    return erase(place, place + 1, location);
  }
  iterator erase(const const_iterator& first, const const_iterator& last, Place location = Place::current()) {
    const Staged<int64_t> begin = first.at, end = last.at;
    const Staged<int64_t> length = count(location);
    detail::check_missing(begin < 0 || end > length || end < begin, "erase", location);
    if (known_ && begin.is_host() && end.is_host()) {
      items_.erase(items_.begin() + begin.value(), items_.begin() + end.value());
      forget();
    } else {
      keep_parts({{0, begin}, {end, length}}, location);
    }
    return {this, begin, location};
  }
  void reverse(Place location = Place::current()) {
    if (known_) return std::reverse(items_.begin(), items_.end()), forget();
    for (Tensor& column : columns_)
      if (column.defined()) column = detail::list_reversed(column, location);
  }

  Staged<size_t> size(Place location = Place::current()) const {
    if (known_) return items_.size();
    return cast<size_t>(count(location), location);
  }
  Staged<bool> empty(Place location = Place::current()) const { return size(location) == 0; }

  detail::ElementOf<List> operator[](const detail::ListIndex& index) { return {*this, index.at, index.location}; }
  T operator[](const detail::ListIndex& index) const { return ag_read(index.at, index.location); }
  detail::ElementOf<List> at(const detail::ListIndex& index) {
    check_at(index);
    return {*this, index.at, index.location};
  }
  T at(const detail::ListIndex& index) const {
    check_at(index);
    return ag_read(index.at, index.location);
  }
  detail::ElementOf<List> front(Place location = Place::current()) { return {*this, 0, location}; }
  detail::ElementOf<List> back(Place location = Place::current()) { return {*this, count(location) - 1, location}; }
  T front(Place location = Place::current()) const { return ag_read(0, location); }
  T back(Place location = Place::current()) const { return ag_read(count(location) - 1, location); }

  iterator begin(Place location = Place::current()) { return {this, 0, location}; }
  iterator end(Place location = Place::current()) { return {this, count(location), location}; }
  const_iterator begin(Place location = Place::current()) const { return {this, 0, location}; }
  const_iterator end(Place location = Place::current()) const { return {this, count(location), location}; }
  const_iterator cbegin(Place location = Place::current()) const { return begin(location); }
  const_iterator cend(Place location = Place::current()) const { return end(location); }
  detail::ReverseListIterator<List> rbegin(Place location = Place::current()) { return {end(location)}; }
  detail::ReverseListIterator<List> rend(Place location = Place::current()) { return {begin(location)}; }
  detail::ReverseListIterator<const List> rbegin(Place location = Place::current()) const { return {end(location)}; }
  detail::ReverseListIterator<const List> rend(Place location = Place::current()) const { return {begin(location)}; }

  /// Returns the elements stacked along a new first axis.
  Tensor stacked(Place location = Place::current()) const
    requires(kColumns == 1)
  {
    return columns(location)[0];
  }
  const Columns& columns(Place location = Place::current()) const {
    if (!known_ || made_) return columns_;
    std::array<std::vector<Tensor>, kColumns> elements;
    for (const T& item : items_) {
      const Columns row = row_of(item, location);
      for (size_t k = 0; k < kColumns; ++k) elements[k].push_back(row[k]);
    }
    if (items_.empty()) columns_ = empty_columns(location);
    for (size_t k = 0; k < kColumns && !items_.empty(); ++k)
      columns_[k] = detail::list_of(elements[k], name_, location);
    made_ = true;
    return columns_;
  }

  /// True if the length is known; the elements are then those of known_items().
  bool is_known() const { return known_; }
  const std::vector<T>& known_items(Place location = Place::current()) const {
    if (!known_) {
      throw Error(ErrorKind::staging_error, "the length of this list is known only when the graph runs", location,
                  {"use ag::stack(list), a tensor, or a loop in converted code"});
    }
    return items_;
  }

  // The interface for ag::element, the algorithms, the loops and the state packs.
  const std::string& ag_name() const { return name_; }
  static bool ag_is_unchanged(const T& a, const T& b) { return detail::is_unchanged(a, b); }
  Staged<int64_t> count(Place location) const {
    if (known_) return static_cast<int64_t>(items_.size());
    for (const Tensor& column : columns_)
      if (column.defined()) return cast<int64_t>(dim(column, 0, location), location);
    return int64_t{0};
  }
  T ag_read(const Staged<int64_t>& at, Place location) const {
    if (known_ && at.is_host()) return items_[checked(at.value(), location)];
    if constexpr (detail::is_tensor_type<T> || detail::is_staged<T>) {
      if (known_) return detail::read_element(items_, at, location);
    }
    return of_row(row_at(columns(location), at, location), location);
  }
  void ag_write(const Staged<int64_t>& at, const T& value, Place location) {
    if (known_ && at.is_host()) {
      items_[checked(at.value(), location)] = value;
      return forget();
    }
    if constexpr (detail::is_tensor_type<T> || detail::is_staged<T>) {
      if (known_) return detail::write_element(items_, at, value, location), forget();
    }
    const Columns row = row_of(value, location);
    Columns changed = columns(location);
    for (size_t k = 0; k < kColumns; ++k) changed[k] = detail::list_update(changed[k], at, row[k], location);
    if (known_) return set_known(changed, location);
    columns_ = changed;
  }
  /// Keeps only the elements from `first` up to `last`.
  void keep(const Staged<int64_t>& first, const Staged<int64_t>& last, Place location) {
    if (known_ && first.is_host() && last.is_host()) {
      items_ = std::vector<T>(items_.begin() + first.value(), items_.begin() + last.value());
      return forget();
    }
    keep_parts({{first, last}}, location);
  }
  /// Replaces the elements of a list with one column.
  void set_stacked(const Tensor& elements, Place location)
    requires(kColumns == 1)
  {
    if (known_) return set_known({elements}, location);
    columns_[0] = elements;
  }
  static List ag_of(const Tensor* columns, Place location) {
    List result;
    std::copy(columns, columns + kColumns, result.columns_.begin());
    result.known_ = false;
    result.place_ = location;
    result.settle();
    return result;
  }
  detail::Leaf ag_save(const std::string& name) const
    requires(kColumns == 1)
  {
    return save_column(0, name);
  }
  void ag_load(const detail::Leaf& leaf)
    requires(kColumns == 1)
  {
    load_column(0, leaf);
  }
  /// One of several columns, as a leaf of the list.
  struct Column {
    List* list = nullptr;
    size_t k = 0;
    detail::Leaf ag_save(const std::string& name) const { return list->save_column(k, name); }
    void ag_load(const detail::Leaf& leaf) { list->load_column(k, leaf); }
  };
  friend auto ag_fields(List& list)
    requires(kColumns > 1)
  {
    for (size_t k = 0; k < kColumns; ++k) list.parts_[k] = {&list, k};
    return std::apply([](auto&... part) { return std::tie(part...); }, list.parts_);
  }

 private:
  struct Part {
    Staged<int64_t> first, last;
  };

  detail::Leaf save_column(size_t k, const std::string& name) const {
    // The name of a leaf is that of the list, followed by an index.
    if (k == 0) name_ = kColumns == 1 ? name : name.substr(0, name.rfind('.'));
    detail::Leaf leaf;
    leaf.kind = detail::Leaf::Kind::Tensor;
    leaf.list = true;
    leaf.name = name_;
    leaf.tensor = columns(place_)[k];
    if (known_) leaf.host = detail::keep(items_);
    return leaf;
  }
  void load_column(size_t k, const detail::Leaf& leaf) {
    if (k == 0) {
      name_ = leaf.name;
      known_ = made_ = true;
    }
    columns_[k] = leaf.tensor;
    known_ = known_ && leaf.host;
    if (k + 1 != kColumns) return;
    items_.clear();
    if (known_) items_ = *static_cast<const std::vector<T>*>(leaf.host.get());
    settle();
  }

  template <class U>
  static T of_plain(const U& value) {
    if constexpr (std::is_convertible_v<const U&, T>)
      return value;
    else
      return detail::ToStaged<U>::convert(value);
  }
  static Columns row_of(const T& value, Place location) {
    Columns row;
    Tensor* out = row.data();
    detail::take_columns(value, out, location);
    return row;
  }
  static T of_row(const Columns& row, Place location) {
    T value = detail::made_of_parts<T>();
    const Tensor* in = row.data();
    detail::give_columns(value, in, location);
    return value;
  }
  static Columns row_at(const Columns& columns, const Staged<int64_t>& at, Place location) {
    Columns row;
    for (size_t k = 0; k < kColumns; ++k) {
      if (!columns[k].defined()) detail::fail_empty("an element", location);
      row[k] = detail::list_element(columns[k], at, location);
    }
    return row;
  }
  /// Returns empty columns for numbers, whose dtype is known without an element.
  static Columns empty_columns(Place location) {
    Columns columns = row_of(detail::made_of_parts<T>(), location);
    for (Tensor& column : columns) {
      const bool number = column.defined() && column.ndim() == 0;
      column = number ? detail::empty_list(column.dtype()) : Tensor();
    }
    return columns;
  }
  static Staged<int64_t> select_least(const Staged<int64_t>& a, const Staged<int64_t>& b, Place location) {
    return detail::select<int64_t, Staged<int64_t>>(a < b, a, b, location);
  }
  size_t checked(int64_t at, Place location) const {
    const auto length = static_cast<int64_t>(items_.size());
    if (at < 0 || at >= length) {
      if (is_tracing()) detail::outside_container(at, length, location);
      detail::fail_empty("an element", location);
    }
    return static_cast<size_t>(at);
  }
  void check_at(const detail::ListIndex& index) const {
    const Staged<int64_t> length = count(index.location);
    if (length.is_host() && index.at.is_host() && !is_tracing()) {
      static_cast<void>(items_.at(static_cast<size_t>(index.at.value())));
    } else {
      if_stmt(Predicate(index.at < 0 || index.at >= length, index.location),
              [&] { raise(std::out_of_range("at: there is no such element"), index.location); });
    }
  }
  /// Marks the columns as stale.
  void forget() { made_ = false; }
  void become_unknown(Place location) {
    if (!known_) return;
    columns(location);
    known_ = false;
    items_.clear();
  }
  /// Keeps only these ranges of the elements, concatenated.
  void keep_parts(std::vector<Part> parts, Place location) {
    become_unknown(location);
    for (Tensor& column : columns_) {
      if (!column.defined()) continue;
      Tensor kept;
      for (const Part& part : parts) {
        const Tensor one = detail::list_part(column, part.first, part.last, location);
        kept = kept.defined() ? detail::list_concat(kept, one, name_, location) : one;
      }
      column = kept;
    }
  }
  void insert_at(const Staged<int64_t>& at, const T& value, Place location) {
    place_ = location;
    if (known_ && at.is_host()) {
      if (at.value() < 0 || at.value() > static_cast<int64_t>(items_.size())) detail::fail_empty("insert", location);
      return static_cast<void>(items_.insert(items_.begin() + at.value(), value)), forget();
    }
    insert_list(at, List(std::vector<T>{value}, location), location);
  }
  void insert_list(const Staged<int64_t>& at, const List& other, Place location) {
    if (known_ && other.known_ && at.is_host()) {
      items_.insert(items_.begin() + at.value(), other.items_.begin(), other.items_.end());
      return forget();
    }
    const Staged<int64_t> length = count(location);
    detail::check_missing(at < 0 || at > length, "insert", location);
    const Columns& more = other.columns(location);
    become_unknown(location);
    for (size_t k = 0; k < kColumns; ++k) {
      if (!columns_[k].defined()) {
        columns_[k] = more[k];
      } else if (more[k].defined()) {
        const Tensor before = detail::list_part(columns_[k], 0, at, location);
        const Tensor behind = detail::list_part(columns_[k], at, length, location);
        columns_[k] =
            detail::list_concat(detail::list_concat(before, more[k], name_, location), behind, name_, location);
      }
    }
  }
  void set_known(const Columns& columns, Place location) {
    for (size_t k = 0; k < items_.size(); ++k) items_[k] = of_row(row_at(columns, int64_t(k), location), location);
    columns_ = columns;
    made_ = true;
  }
  /// After a trace the tensors have values, from which the list recovers its elements.
  void settle() {
    if (known_ || is_tracing()) return;
    for (const Tensor& column : columns_)
      if (!detail::is_value(column)) return;
    const int64_t length = columns_[0].shape(0);
    known_ = made_ = true;
    for (int64_t k = 0; k < length; ++k)
      items_.push_back(of_row(row_at(columns_, k, Place::current()), Place::current()));
  }

  std::vector<T> items_;
  bool known_ = true;          // items_ holds the elements
  mutable bool made_ = false;  // columns_ is up to date with items_
  mutable Columns columns_;
  std::array<Column, kColumns> parts_;
  Place place_ = Place::current();  // of the last element that was added
  mutable std::string name_;        // of the user's variable
};

namespace detail {

template <class T>
struct ElementType<List<T>> {
  using type = T;
};
template <class T>
struct ElementType<const List<T>> {
  using type = T;
};

}  // namespace detail

}  // namespace ag
