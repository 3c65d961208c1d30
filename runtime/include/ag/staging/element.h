#pragma once
/// Access to container elements by an index that may be symbolic:
///
///     ag::element(counts, n) += 1             counts[n] += 1
///     ag::element(board, row, column)         board[row][column]
///     ag::element_at(counts, n)               counts.at(n)
///     ag::place(points, n) = point            points[n] = point
///     ag::place(points, n, AG_PART(.x)) += 1  points[n].x += 1
///
/// A known index subscripts the container. With a symbolic index a read is one gather of the graph, or a select between
/// the elements, and a write updates every element that the index may denote.
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/effects.h"
#include "ag/staging/cxx.h"
#include "ag/staging/plain.h"
#include "ag/staging/switch.h"

namespace ag {

namespace detail {

// Errors of the branch being traced.
[[noreturn, gnu::cold]] AG_API void outside_container(int64_t at, int64_t size, SourceLocation location);
[[noreturn, gnu::cold]] AG_API void division_by_zero(SourceLocation location);

/// Records a read of element `at` from numbers of one dtype.
[[gnu::cold]] AG_API StagedId record_element(const std::vector<Number>& numbers, Number at, SourceLocation location);
/// Records a write of `value` to element `at`.
[[gnu::cold]] AG_API void record_element_update(std::vector<Number>& numbers, Number at, Number value,
                                                SourceLocation location);
/// Runs the arm with the symbolic index `at` of `count` arms; an index out of range is an error at run time.
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

/// A table of texts. A symbolic index reads one as an ag::StagedText.
template <class C>
concept TextTable = std::is_convertible_v<const element_t<std::remove_cvref_t<C>>&, std::string> &&
                    !std::is_arithmetic_v<element_t<std::remove_cvref_t<C>>>;

/// The flattened elements of a container of containers, in row-major order.
template <class T>
struct Cells {
  using value_type = std::remove_const_t<T>;
  std::vector<T*> all;
};
template <class C>
inline constexpr bool is_cells = false;
template <class T>
inline constexpr bool is_cells<Cells<T>> = true;
/// A container created for one element proxy, which owns it.
template <class C>
inline constexpr bool is_kept_by_element = is_cells<C>;

/// The type of a read element: host numbers, also inside structures, become staged.
template <class C>
using read_element_t = staged_t<element_t<C>>;

template <class C>
std::vector<Number> numbers_of(C& container) {
  std::vector<Number> numbers;
  for (auto&& element : container) numbers.push_back(read_element_t<C>(element).number());
  return numbers;
}

template <class T>
std::vector<std::remove_const_t<T>> values_of(const Cells<T>& cells) {
  std::vector<std::remove_const_t<T>> values;
  values.reserve(cells.all.size());
  for (const T* cell : cells.all) values.push_back(*cell);
  return values;
}

/// While tracing, a host subscript may stand in a branch that is never taken. If it is out of range, it becomes an
/// error of the graph in that branch, and no element is read or written.
template <class C>
void check_subscript(const C& container, int64_t at, SourceLocation location) {
  if (!is_tracing()) [[likely]]
    return;
  const auto size = static_cast<int64_t>(std::size(container));
  if (at < 0 || at >= size) outside_container(at, size, location);
}

template <class C>
read_element_t<C> read_element(C& container, const Staged<int64_t>& at, SourceLocation location) {
  using T = read_element_t<C>;
  if constexpr (is_cells<std::remove_const_t<C>>) {
    const auto values = values_of(container);
    return read_element(values, at, location);
  } else if constexpr (requires { container.ag_read(at, location); }) {
    return container.ag_read(at, location);
  } else {
    if (at.is_host()) {
      check_subscript(container, at.value(), location);
      return T(ToStaged<element_t<C>>::convert(container[static_cast<size_t>(at.value())]));
    }
    if constexpr (is_staged<T>) {
      return T::of_id(record_element(numbers_of(container), at.number(), location));
    } else {
      Return<T> chosen;
      record_choice(
          at.number(), std::size(container), no_state(location).until(chosen),
          [&](size_t k) { chosen = ToStaged<element_t<C>>::convert(container[k]); }, location);
      return chosen.value();
    }
  }
}

template <class C>
void write_element(C& container, const Staged<int64_t>& at, const element_t<C>& value, SourceLocation location) {
  using T = element_t<C>;
  if constexpr (is_cells<C>) {
    auto values = values_of(container);
    write_element(values, at, value, location);
    for (size_t k = 0; k < values.size(); ++k) *container.all[k] = values[k];
  } else if constexpr (requires { container.ag_write(at, value, location); }) {
    container.ag_write(at, value, location);
  } else if (at.is_host()) {
    check_subscript(container, at.value(), location);
    container[static_cast<size_t>(at.value())] = value;
  } else if constexpr (is_staged<T>) {
    std::vector<Number> numbers = numbers_of(container);
    record_element_update(numbers, at.number(), value.number(), location);
    for (size_t k = 0; k < numbers.size(); ++k) container[k] = T::of(numbers[k]);
  } else {
    record_choice(
        at.number(), std::size(container), state(Names("element", location), container),
        [&](size_t k) { container[k] = value; }, location);
  }
}

/// The result of ag::element for a writable container: a snapshot when read, a reference when assigned while it is a
/// temporary. An assignment returns the new value as a constant.
template <class C>
class ElementOf : public read_element_t<C> {
  using T = element_t<C>;
  using Base = read_element_t<C>;

 public:
  ElementOf(C& container, const Staged<int64_t>& at, SourceLocation location)
    requires(!is_cells<C>)
      : Base(read_element(container, at, location)), container_(container), at_(at), location_(location) {}
  /// An element that was read before.
  ElementOf(C cells, const Staged<int64_t>& at, SourceLocation location, const Base& value)
    requires is_cells<C>
      : Base(value), container_(std::move(cells)), at_(at), location_(location) {}
  ElementOf(C cells, const Staged<int64_t>& at, SourceLocation location)
    requires is_cells<C>
      : Base(read_element(cells, at, location)), container_(std::move(cells)), at_(at), location_(location) {}
  /// Conversions from a number itself and from an element of another container, for a method that returns ag::Place.
  ElementOf(T& number, SourceLocation location = SourceLocation::current())
    requires is_cells<C>
      : Base(number), container_{{&number}}, at_(0), location_(location) {}
  template <class D>
    requires(is_cells<C> && !is_cells<D>)
  ElementOf(const ElementOf<D>& other) : Base(other), at_(other.at_), location_(other.location_) {
    if (at_.is_host()) {
      check_subscript(other.container_, at_.value(), location_);
      container_.all = {&other.container_[static_cast<size_t>(at_.value())]};
      at_ = 0;
    } else {
      for (auto& element : other.container_) container_.all.push_back(&element);
    }
  }
  template <class U>
    requires std::is_convertible_v<const U&, T>
  const Base operator=(const U& value) && {
    return write(T(value));
  }
  const Base operator=(const T& value) && { return write(value); }  // also accepts a braced list
  const Base operator=(const ElementOf& value) && { return write(T(static_cast<const T&>(value))); }
  ElementOf(const ElementOf&) = default;

  // The container and the index, for code that changes a part of the element.
  C& ag_container() const
    requires(!is_kept_by_element<C>)
  {
    return container_;
  }
  const Staged<int64_t>& ag_at() const { return at_; }
  SourceLocation ag_location() const { return location_; }

#define AG_ELEMENT_ASSIGNMENT(op, Name)         \
  template <class U>                            \
  const Base operator op##=(const U& value)&& { \
    T changed = static_cast<const T&>(*this);   \
    changed op## = value;                       \
    return write(changed);                      \
  }
  AG_STAGED_OPERATORS(AG_ELEMENT_ASSIGNMENT)
#undef AG_ELEMENT_ASSIGNMENT
  const Base operator++() && { return std::move(*this) += 1; }
  const Base operator--() && { return std::move(*this) -= 1; }
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
  template <class D>
  friend class ElementOf;

  const Base write(const T& value) {
    write_element(container_, at_, value, location_);
    return value;
  }

  std::conditional_t<is_kept_by_element<C>, C, C&> container_;
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

/// A number or tensor of an object selected by symbolic indices: the staged form of a reference result such as that of
/// m(i, j). Read and written like an element; the object must outlive it.
template <class T>
using Place = detail::ElementOf<detail::Cells<staged_t<T>>>;

namespace emitted {  // see item.h for the purpose of this namespace

/// container[n]. For a writable container of tensors or staged numbers, an element that can be assigned; otherwise the
/// value.
template <class C, class N>
  requires(detail::is_staged<N> && std::is_integral_v<detail::host_t<N>> && !detail::TextTable<C>)
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

/// Checks a host divisor. A zero in a branch of the graph that may never be taken is an error of that branch:
///
///     ag::if_stmt(n > i, AG_STATE(s), [&] { s += 12 / ag::divisor(4 - i); });
template <class N>
  requires std::is_integral_v<N>
N divisor(N n, SourceLocation location = SourceLocation::current()) {
  if (n == 0 && is_tracing()) [[unlikely]]
    detail::division_by_zero(location);
  return n;
}

/// Checks a container whose first or last element is accessed. An empty one in a branch of the graph that may never be
/// taken is an error of that branch:
///
///     ag::if_stmt(depth > 0, AG_STATE(s), [&] { s += ag::non_empty(stack).back(); });
template <class C>
C&& non_empty(C&& container, SourceLocation location = SourceLocation::current()) {
  if constexpr (requires { requires std::is_same_v<decltype(container.empty()), bool>; }) {
    if (is_tracing() && container.empty()) [[unlikely]]
      detail::outside_container(0, 0, location);
  }
  return std::forward<C>(container);
}

/// Checks a subscript of an external array or vector with `extent` elements, as ag::element does:
///
///     ag::if_stmt(n > i, AG_STATE(s), [&] { s += ag::external(table[ag::subscript(i + 1, 4)]); });
template <class N>
N subscript(N n, size_t extent, SourceLocation location = SourceLocation::current()) {
  const auto at = static_cast<int64_t>(n);
  if (is_tracing() && (at < 0 || static_cast<size_t>(at) >= extent)) [[unlikely]]
    detail::outside_container(at, static_cast<int64_t>(extent), location);
  return n;
}

}  // namespace emitted
using namespace emitted;

namespace detail {

template <class... N>
concept SomeStagedIndices = (is_staged<N> || ...) && ((NumberOperand<N> && std::is_integral_v<host_t<N>>) && ...);

/// The elements of all rows that the preceding subscripts may denote.
template <class C>
auto cells_in(const Cells<C>& rows) {
  Cells<std::remove_reference_t<decltype(std::declval<C&>()[0])>> result;
  for (C* row : rows.all) {
    for (auto&& cell : *row) result.all.push_back(&cell);
  }
  return result;
}
/// Returns the flat index of element `at` of row `row`.
template <class C>
Staged<int64_t> place_in(const Cells<C>& rows, const Staged<int64_t>& row, const Staged<int64_t>& at,
                         SourceLocation location) {
  const auto size_of = [](const C* one) { return static_cast<int64_t>(std::size(*one)); };
  const int64_t extent = rows.all.empty() ? 0 : size_of(rows.all.front());
  if constexpr (std::is_array_v<C> || requires { std::tuple_size<std::remove_const_t<C>>::value; }) {
    return row * extent + at;
  } else {
    std::vector<Number> begins, sizes;
    int64_t all = 0;
    bool same = true;
    for (const C* one : rows.all) {
      begins.push_back(Staged<int64_t>(all).number());
      sizes.push_back(Staged<int64_t>(size_of(one)).number());
      same = same && size_of(one) == extent;
      all += size_of(one);
    }
    const auto of_row = [&](const std::vector<Number>& numbers) {
      if (row.is_host()) return Staged<int64_t>::of(numbers.at(static_cast<size_t>(row.value())));
      return Staged<int64_t>::of_id(record_element(numbers, row.number(), location));
    };
    const Staged<int64_t> begin = same ? row * extent : of_row(begins);
    const Staged<int64_t> size = same ? Staged<int64_t>(extent) : of_row(sizes);
    // An index outside of the row selects no element: it maps past the end, which is an error.
    return select<int64_t, Staged<int64_t>>(cast<uint64_t>(at) < cast<uint64_t>(size), begin + at, all, location);
  }
}

template <class T>
auto element_of_cells(Cells<T> cells, const Staged<int64_t>& at, SourceLocation location) {
  if constexpr (!std::is_const_v<T> && (is_staged<T> || std::is_same_v<T, Tensor>))
    return ElementOf<Cells<T>>(cells, at, location);
  else
    return read_element(cells, at, location);
}

}  // namespace detail

namespace emitted {

/// A host subscript is an ordinary one, checked against the size.
template <class C, class N>
  requires(!detail::is_staged<N>)
decltype(auto) element(C&& container, const N& n, SourceLocation location = SourceLocation::current()) {
  if constexpr (std::is_convertible_v<N, int64_t> && requires { std::size(container); })
    detail::check_subscript(container, static_cast<int64_t>(n), location);
  return std::forward<C>(container)[n];
}

/// container[a][b], and container[a][b][c].
template <class C, class A, class B>
  requires detail::SomeStagedIndices<A, B>
auto element(C& container, const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  const detail::Cells<C> whole{{&container}};
  const auto rows = detail::cells_in(whole);
  const auto row = detail::place_in(whole, 0, cast<int64_t>(a, location), location);
  return detail::element_of_cells(detail::cells_in(rows),
                                  detail::place_in(rows, row, cast<int64_t>(b, location), location), location);
}
template <class C, class A, class B, class D>
  requires detail::SomeStagedIndices<A, B, D>
auto element(C& container, const A& a, const B& b, const D& d, SourceLocation location = SourceLocation::current()) {
  const detail::Cells<C> whole{{&container}};
  const auto planes = detail::cells_in(whole);
  const auto rows = detail::cells_in(planes);
  const auto plane = detail::place_in(whole, 0, cast<int64_t>(a, location), location);
  const auto row = detail::place_in(planes, plane, cast<int64_t>(b, location), location);
  return detail::element_of_cells(detail::cells_in(rows),
                                  detail::place_in(rows, row, cast<int64_t>(d, location), location), location);
}

/// container.at(n): an index out of range throws std::out_of_range at run time.
template <class C, class N>
  requires(detail::is_staged<N> && std::is_integral_v<detail::host_t<N>>)
auto element_at(C&& container, const N& n, SourceLocation location = SourceLocation::current()) {
  const size_t size = std::size(container);
  if (n.is_host())
    static_cast<void>(container.at(static_cast<size_t>(n.value())));
  else
    if_stmt(Predicate(cast<uint64_t>(n, location) >= static_cast<uint64_t>(size), location),
            [&] { raise(std::out_of_range("at: there are " + std::to_string(size) + " elements"), location); });
  return element(std::forward<C>(container), n, location);
}
template <class C, class N>
  requires(!detail::is_staged<N>)
decltype(auto) element_at(C&& container, const N& n) {
  return std::forward<C>(container).at(n);
}

/// An object that is an element of a container, for assignment as a whole.
template <class C, class N>
decltype(auto) place(C& container, const N& n, SourceLocation location = SourceLocation::current()) {
  if constexpr (detail::is_staged<N>) {
    return detail::ElementOf<C>(container, cast<int64_t>(n, location), location);
  } else {
    return container[n];
  }
}
/// A number or tensor inside an element; the index may denote that of any element. `part`: AG_PART.
template <class C, class N, class P>
  requires std::invocable<const P&, detail::element_t<C>&>
decltype(auto) place(C& container, const N& n, const P& part, SourceLocation location = SourceLocation::current()) {
  if constexpr (detail::is_staged<N>) {
    detail::Cells<std::remove_reference_t<decltype(part(container[0]))>> parts;
    for (auto& element : container) parts.all.push_back(&part(element));
    return detail::ElementOf<decltype(parts)>(parts, cast<int64_t>(n, location), location);
  } else {
    return part(container[n]);
  }
}

}  // namespace emitted

/// A path from an object to a part of it: AG_PART(.x), AG_PART(.low.x).
#define AG_PART(...) ([&](auto& ag_whole) -> auto& { return ag_whole __VA_ARGS__; })

namespace cxx {

/// Swaps two elements of which one or both have symbolic indices. Both are read before either is written.
template <class A, class B>
void swap(detail::ElementOf<A>&& a, detail::ElementOf<B>&& b) {
  const detail::read_element_t<A> first = a;
  std::move(a) = static_cast<const detail::read_element_t<B>&>(b);
  std::move(b) = first;
}
template <class A, class T>
void swap(detail::ElementOf<A>&& a, T& b) {
  const T first = static_cast<const detail::read_element_t<A>&>(a);
  std::move(a) = b;
  b = first;
}
template <class T, class B>
void swap(T& a, detail::ElementOf<B>&& b) {
  swap(std::move(b), a);
}

/// v.flip() for a std::vector<bool>.
template <class C>
void flip(C& bits) {
  if constexpr (requires { bits.flip(); })
    bits.flip();
  else
    for (auto& bit : bits) bit = !bit;
}

/// std::swap(rows[a], rows[b]) for rows of equal lengths where one or both indices are symbolic: swaps column by
/// column.
template <class C, class A, class B>
  requires(detail::Numbers<A, B>)
void swap_rows(C& rows, const A& a, const B& b, SourceLocation location = SourceLocation::current()) {
  const Staged<int64_t> first = cast<int64_t>(Staged<host_t<A>>(a), location);
  const Staged<int64_t> second = cast<int64_t>(Staged<host_t<B>>(b), location);
  if (first.is_host() && second.is_host())
    return std::swap(rows[static_cast<size_t>(first.value())], rows[static_cast<size_t>(second.value())]);
  for (size_t column = 0; !std::empty(rows) && column < std::size(rows[0]); ++column) {
    detail::Cells<std::remove_reference_t<decltype(rows[0][0])>> cells;
    for (auto& row : rows) {
      if (std::size(row) != std::size(rows[0]))
        throw Error(ErrorKind::unimplemented, "rows of different lengths are exchanged, and a tensor decides which",
                    location, {"give them one length"});
      cells.all.push_back(&row[column]);
    }
    using Cell = detail::ElementOf<decltype(cells)>;
    cxx::swap(Cell(cells, first, location), Cell(cells, second, location));
  }
}

}  // namespace cxx

}  // namespace ag
