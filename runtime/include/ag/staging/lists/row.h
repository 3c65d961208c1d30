#pragma once
/// Iterators over an element of a container of containers, selected by an index that may be symbolic:
///
///     std::fill(ag::row(r, n).begin(), ag::row(r, n).end(), x)   std::fill(r[n].begin(), r[n].end(), x)
///
/// The iterators refer to the container and are valid as long as it is. With a symbolic index, each refers to one
/// column of all rows, which is read and written like an element.
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

#include "ag/staging/element.h"

namespace ag {

namespace detail {

/// An iterator over row `at` of `rows`.
template <class C>
class RowIterator {
  using Row = std::remove_reference_t<decltype(std::declval<C&>()[0])>;
  using Cell = std::remove_reference_t<decltype(std::declval<Row&>()[0])>;

 public:
  using iterator_category = std::random_access_iterator_tag;
  using value_type = read_element_t<Row>;
  using difference_type = std::ptrdiff_t;
  using pointer = void;
  using reference = decltype(element_of_cells(std::declval<Cells<Cell>>(), std::declval<const Staged<int64_t>&>(),
                                              std::declval<SourceLocation>()));

  RowIterator() = default;
  RowIterator(C& rows, const Staged<int64_t>& at, difference_type column, SourceLocation location)
      : rows_(&rows), at_(at), column_(column), location_(location) {}

  reference operator*() const {
    const auto column = static_cast<size_t>(column_);
    Cells<Cell> cells;
    if (at_.is_host()) {
      cells.all.push_back(&(*rows_)[static_cast<size_t>(at_.value())][column]);
      return element_of_cells(std::move(cells), 0, location_);
    }
    for (Row& row : *rows_) cells.all.push_back(&row[column]);
    return element_of_cells(std::move(cells), at_, location_);
  }
  reference operator[](difference_type n) const { return *(*this + n); }

  RowIterator& operator++() { return *this += 1; }
  RowIterator& operator--() { return *this -= 1; }
  RowIterator operator++(int) {
    const RowIterator before = *this;
    ++*this;
    return before;
  }
  RowIterator operator--(int) {
    const RowIterator before = *this;
    --*this;
    return before;
  }
  RowIterator& operator+=(difference_type n) {
    column_ += n;
    return *this;
  }
  RowIterator& operator-=(difference_type n) { return *this += -n; }
  friend RowIterator operator+(RowIterator one, difference_type n) { return one += n; }
  friend RowIterator operator+(difference_type n, RowIterator one) { return one += n; }
  friend RowIterator operator-(RowIterator one, difference_type n) { return one -= n; }
  friend difference_type operator-(const RowIterator& a, const RowIterator& b) { return a.column_ - b.column_; }
  friend bool operator==(const RowIterator& a, const RowIterator& b) { return a.column_ == b.column_; }
  friend auto operator<=>(const RowIterator& a, const RowIterator& b) { return a.column_ <=> b.column_; }

 private:
  C* rows_ = nullptr;
  Staged<int64_t> at_ = 0;
  difference_type column_ = 0;
  SourceLocation location_ = SourceLocation::current();
};

/// Found by std::iter_swap.
template <class A, class B>
void swap(ElementOf<A>&& a, ElementOf<B>&& b) {
  cxx::swap(std::move(a), std::move(b));
}

/// Row `at` of `rows`: its length and its iterators.
template <class C>
class RowOf {
 public:
  using iterator = RowIterator<C>;
  using value_type = typename iterator::value_type;

  RowOf(C& rows, const Staged<int64_t>& at, SourceLocation location) : rows_(&rows), at_(at), location_(location) {
    if (at.is_host()) {
      check_subscript(rows, at.value(), location);
      size_ = std::size(rows[static_cast<size_t>(at.value())]);
    } else if (!std::empty(rows)) {
      size_ = std::size(rows[0]);
      for (const auto& row : rows) {
        if (std::size(row) == size_) continue;
        throw Error(ErrorKind::staging_error, "a tensor decides which of several rows of different lengths is meant",
                    location, {"give them one length"});
      }
    }
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  iterator begin() const { return {*rows_, at_, 0, location_}; }
  iterator end() const { return {*rows_, at_, static_cast<std::ptrdiff_t>(size_), location_}; }
  iterator cbegin() const { return begin(); }
  iterator cend() const { return end(); }
  std::reverse_iterator<iterator> rbegin() const { return std::reverse_iterator(end()); }
  std::reverse_iterator<iterator> rend() const { return std::reverse_iterator(begin()); }
  std::reverse_iterator<iterator> crbegin() const { return rbegin(); }
  std::reverse_iterator<iterator> crend() const { return rend(); }

 private:
  C* rows_;
  Staged<int64_t> at_;
  SourceLocation location_;
  size_t size_ = 0;
};

}  // namespace detail

namespace emitted {

template <class C, class N>
  requires(detail::is_staged<N> && std::is_integral_v<detail::host_t<N>>)
detail::RowOf<C> row(C& rows, const N& n, SourceLocation location = SourceLocation::current()) {
  return {rows, cast<int64_t>(n, location), location};
}
template <class C, class N>
  requires(!detail::is_staged<N>)
decltype(auto) row(C& rows, const N& n, SourceLocation location = SourceLocation::current()) {
  return element(rows, n, location);
}

}  // namespace emitted
}  // namespace ag
