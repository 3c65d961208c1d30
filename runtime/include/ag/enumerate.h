#pragma once
/// Loops over several ranges at once:
///
///     for (auto [i, row] : ag::enumerate(x)) …
///     for (auto [a, b] : ag::zip(x, weights)) …
///
/// The ranges are containers, the rows of tensors, and `ag::range`. While a function is traced, a loop over only
/// tensors and ranges with tensor bounds is staged; a container unrolls it.
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

#include "ag/tensor.h"

namespace ag {

namespace detail {

/// Holds an lvalue by reference and any other range by value. A tensor is always held by value, which is cheap: the
/// loop iterates over the rows that the tensor has at its start.
template <class R>
using held_range_t =
    std::conditional_t<std::is_lvalue_reference_v<R> && !std::is_base_of_v<Tensor, std::remove_cvref_t<R>>, R,
                       std::remove_cvref_t<R>>;

template <class R>
auto begin_of(R& range) {
  using std::begin;
  return begin(range);
}
template <class R>
auto end_of(R& range) {
  using std::end;
  return end(range);
}

}  // namespace detail

/// (start, first), (start + 1, second), …
template <class R>
class Enumerated {
 public:
  Enumerated(R range, int64_t start) : range_(std::forward<R>(range)), start_(start) {}
  template <class I, class E>
  class Iterator {
   public:
    Iterator(int64_t number, I at, E end) : number_(number), at_(at), end_(end) {}
    std::pair<int64_t, decltype(*std::declval<I&>())> operator*() { return {number_, *at_}; }
    Iterator& operator++() {
      ++number_;
      ++at_;
      return *this;
    }
    /// Compares only with the end.
    bool operator!=(const Iterator&) const { return at_ != end_; }

   private:
    int64_t number_;
    I at_;
    E end_;
  };
  auto begin() { return Iterator(start_, detail::begin_of(range_), detail::end_of(range_)); }
  auto end() { return begin(); }

  std::remove_reference_t<R>& range() { return range_; }
  int64_t start() const { return start_; }

 private:
  R range_;
  int64_t start_;
};

/// Tuples (first of each), (second of each), …, up to the end of the shortest range.
template <class... R>
class Zipped {
 public:
  explicit Zipped(R... ranges) : ranges_(std::forward<R>(ranges)...) {}
  template <class I, class E>
  class Iterator;
  template <class... I, class... E>
  class Iterator<std::tuple<I...>, std::tuple<E...>> {
   public:
    Iterator(std::tuple<I...> at, std::tuple<E...> end) : at_(std::move(at)), end_(std::move(end)) {}
    std::tuple<decltype(*std::declval<I&>())...> operator*() {
      return std::apply([](auto&... at) { return std::tuple<decltype(*std::declval<I&>())...>(*at...); }, at_);
    }
    Iterator& operator++() {
      std::apply([](auto&... at) { (++at, ...); }, at_);
      return *this;
    }
    /// Compares only with the end.
    bool operator!=(const Iterator&) const {
      return [&]<size_t... K>(std::index_sequence<K...>) {
        return ((std::get<K>(at_) != std::get<K>(end_)) && ...);
      }(std::index_sequence_for<I...>());
    }

   private:
    std::tuple<I...> at_;
    std::tuple<E...> end_;
  };
  auto begin() {
    return std::apply(
        [](auto&... range) {
          using At = std::tuple<decltype(detail::begin_of(range))...>;
          using End = std::tuple<decltype(detail::end_of(range))...>;
          return Iterator<At, End>(At(detail::begin_of(range)...), End(detail::end_of(range)...));
        },
        ranges_);
  }
  auto end() { return begin(); }

  std::tuple<R...>& ranges() { return ranges_; }

 private:
  std::tuple<R...> ranges_;
};

/// Pairs of the index and the element of a container, or the row of a tensor.
template <class R>
Enumerated<detail::held_range_t<R&&>> enumerate(R&& range, int64_t start = 0) {
  return {std::forward<R>(range), start};
}

/// Tuples of the elements of containers, or the rows of tensors, at the same position. Ends with the shortest.
template <class... R>
  requires(sizeof...(R) > 0)
Zipped<detail::held_range_t<R&&>...> zip(R&&... ranges) {
  return Zipped<detail::held_range_t<R&&>...>(std::forward<R>(ranges)...);
}

}  // namespace ag
