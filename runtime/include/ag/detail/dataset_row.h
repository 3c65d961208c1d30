#pragma once
/// Conversion of dataset elements to rows of tensors and back.
#include <concepts>
#include <functional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/structure.h"
#include "ag/tensor.h"
#include "ag/text.h"

namespace ag::detail {

using Row = std::vector<Tensor>;

/// A std::tuple of N tensors.
template <size_t N>
struct TensorsOf {
  template <size_t>
  using Each = Tensor;
  template <size_t... I>
  static std::tuple<Each<I>...> make(std::index_sequence<I...>);
  using type = decltype(make(std::make_index_sequence<N>()));
};
template <size_t N>
using tensors_t = typename TensorsOf<N>::type;

/// The element type for a function result: any type that converts to a tensor becomes a tensor.
template <class R>
struct ElementOfResult {
  using type = std::conditional_t<std::is_convertible_v<R, Tensor>, Tensor, R>;
};
template <class... T>
struct ElementOfResult<std::tuple<T...>> {
  using type = std::tuple<typename ElementOfResult<std::decay_t<T>>::type...>;
};
template <class A, class B>
struct ElementOfResult<std::pair<A, B>> {
  using type =
      std::pair<typename ElementOfResult<std::decay_t<A>>::type, typename ElementOfResult<std::decay_t<B>>::type>;
};
template <class R>
using element_of_t = typename ElementOfResult<std::decay_t<R>>::type;

/// The element type of a dataset of the rows of a `T`.
template <class T>
using slice_of_t = std::conditional_t<std::is_same_v<T, Text>, Text, Tensor>;
inline Tensor rows_of(const Text& x) { return x.words(); }
inline Tensor rows_of(const TensorArg& x) { return x.value(); }

/// One flag per part of an element, true for text; empty for a single tensor.
template <class E>
struct TextColumns {
  static_assert(std::is_same_v<E, Tensor>, "an element of a file is a tensor, or a tuple of tensors and texts");
  static std::vector<bool> list() { return {}; }
};
template <class... T>
struct TextColumns<std::tuple<T...>> {
  static_assert(((std::is_same_v<T, Tensor> || std::is_same_v<T, Text>) && ...),
                "an element of a file is a tensor, or a tuple of tensors and texts");
  static std::vector<bool> list() { return {std::is_same_v<T, Text>...}; }
};
template <class E>
std::vector<bool> text_columns() {
  return TextColumns<E>::list();
}

template <class E>
void write_element(const E& element, Row& row) {
  if constexpr (std::is_same_v<E, Tensor>) {
    row.push_back(element);
  } else {
    static_assert(is_structure<E>,
                  "an element of a dataset is a tensor, or a tuple, a pair or an aggregate of tensors");
    with_parts(element, [&](const auto&... part) { (write_element(part, row), ...); });
  }
}

template <class E>
void read_parts(E& element, Row& row, size_t& at) {
  if constexpr (std::is_same_v<E, Tensor>) {
    element = std::move(row[at++]);
  } else {
    static_assert(is_structure<E>,
                  "an element of a dataset is a tensor, or a tuple, a pair or an aggregate of tensors");
    with_parts(element, [&](auto&... part) { (read_parts(part, row, at), ...); });
  }
}

/// Reads an element from a row; the tensors are moved out of it.
template <class E>
E read_element(Row& row) {
  E element;
  size_t at = 0;
  read_parts(element, row, at);
  return element;
}

/// Calls f(x), or f with the parts of x.
template <class F, class E>
decltype(auto) call_for_element(F& f, E&& element) {
  if constexpr (std::is_invocable_v<F&, E>)
    return f(std::forward<E>(element));
  else
    return std::apply([&](auto&&... part) -> decltype(auto) { return f(std::forward<decltype(part)>(part)...); },
                      std::forward<E>(element));
}

/// Adapts a generator of one pass to rows.
template <class R, class Next>
std::function<bool(Row&)> row_generator(Next next) {
  return [next = std::move(next)](Row& row) mutable {
    auto element = next();
    row.clear();
    if (element) write_element(R(std::move(*element)), row);
    return element.has_value();
  };
}

/// A file name with its source location.
struct DataPath {
  std::string text;
  SourceLocation location;
  template <std::convertible_to<std::string> T>
  DataPath(const T& path, SourceLocation where = SourceLocation::current()) : text(path), location(where) {}
};

}  // namespace ag::detail
