#pragma once
/// The elements of a list as tensors: one column per tensor and number of an element. The first axis of a column is the
/// index of the element.
///
///     std::pair<ag::Staged<int>, Tensor>      two columns
///     a std::string                           one column of string ids
///     std::vector<ag::Staged<double>>         one column; the elements of the vector form a further axis
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "ag/detail/structure.h"
#include "ag/effects.h"
#include "ag/staging/item.h"
#include "ag/staging/texts/staged_string.h"

namespace ag {

template <class T>
class List;

namespace detail {

/// Returns the list with one more element, both as tensors; an undefined list is empty. `name`: the user's variable.
AG_API Tensor list_append(const Tensor& list, const Tensor& element, const std::string& name, SourceLocation location);
AG_API Tensor list_element(const Tensor& list, const Staged<int64_t>& at, SourceLocation location);
AG_API Tensor list_update(const Tensor& list, const Staged<int64_t>& at, const Tensor& element,
                          SourceLocation location);
AG_API Tensor list_of(const std::vector<Tensor>& elements, const std::string& name, SourceLocation location);
/// Returns the elements from `first` up to `last`.
AG_API Tensor list_part(const Tensor& list, const Staged<int64_t>& first, const Staged<int64_t>& last,
                        SourceLocation location);
/// Returns the concatenation of two lists; an undefined list is empty.
AG_API Tensor list_concat(const Tensor& first, const Tensor& second, const std::string& name, SourceLocation location);
/// Returns a list with `count` copies of the element.
AG_API Tensor list_filled(const Tensor& element, const Staged<int64_t>& count, SourceLocation location);
AG_API Tensor list_reversed(const Tensor& list, SourceLocation location);
/// Returns the list in ascending order.
AG_API Tensor list_sorted(const Tensor& list, SourceLocation location);
/// Returns an empty list of numbers of this dtype.
AG_API Tensor empty_list(DType dtype);
/// list_stacked joins the elements along a new axis, list_joined along an existing one; an error if there are none.
AG_API Tensor list_stacked(const Tensor& list, int axis, SourceLocation location);
AG_API Tensor list_joined(const Tensor& list, int axis, SourceLocation location);
/// True if the tensor is not a symbol.
AG_API bool is_value(const Tensor& tensor);
/// Ends the program, or the branch being traced, with an error: there is no element to which `what` can refer.
[[noreturn, gnu::cold]] AG_API void fail_empty(const char* what, SourceLocation location);
/// Like fail_empty, if the graph finds at run time that `missing` is true.
AG_API void check_missing(const Staged<bool>& missing, const char* what, SourceLocation location);
[[noreturn, gnu::cold]] AG_API void fail_unknown_part(const char* what, SourceLocation location);

/// A text member of an element that only the host can know.
template <class T>
concept TextMember = std::is_convertible_v<const T&, std::string_view> && !HasFields<T>;

template <class T>
inline constexpr bool is_list = false;
template <class T>
inline constexpr bool is_list<List<T>> = true;

template <class T>
consteval size_t column_count();
template <class... P>
std::integral_constant<size_t, (size_t{0} + ... + column_count<std::remove_cvref_t<P>>())> columns_of_parts(P&...) {
  return {};
}

/// The number of columns for elements of this type.
template <class T>
consteval size_t column_count() {
  if constexpr (is_tensor_type<T> || is_staged<T> || HostNumber<T> || TextMember<T>) {
    return 1;
  } else if constexpr (is_list<T>) {
    return column_count<typename T::Element>();
  } else if constexpr (Sequence<T>) {
    return column_count<typename T::value_type>();
  } else if constexpr (OptionalLike<T>) {
    return decltype(std::apply([](auto&... part) { return columns_of_parts(part...); },
                               std::declval<T&>().ag_parts()))::value;
  } else {
    return decltype(with_parts(std::declval<T&>(), [](auto&... part) { return columns_of_parts(part...); }))::value;
  }
}

/// Returns an object whose parts are assigned next.
template <class T>
T made_of_parts() {
  if constexpr (std::is_default_constructible_v<T>)
    return T();
  else
    return T(Parts());
}

/// Writes the columns of one element to `out`.
template <class T>
void take_columns(const T& value, Tensor*& out, SourceLocation location) {
  if constexpr (is_tensor_type<T>) {
    *out++ = value;
  } else if constexpr (is_staged<T>) {
    *out++ = value.tensor(location);
  } else if constexpr (HostNumber<T>) {
    *out++ = Staged<T>(value).tensor(location);
  } else if constexpr (TextMember<T>) {
    if constexpr (std::is_pointer_v<T>) {
      if (!value) fail_unknown_part("it would have null pointers", location);
    }
    *out++ = word_of_text(value);
  } else if constexpr (is_list<T>) {
    for (const Tensor& column : value.columns(location)) *out++ = column;
  } else if constexpr (Sequence<T>) {
    take_columns(List<typename T::value_type>(value.begin(), value.end(), location), out, location);
  } else if constexpr (OptionalLike<T>) {
    std::apply([&](const auto&... part) { (take_columns(part, out, location), ...); }, value.ag_parts());
  } else {
    each_part(const_cast<T&>(value), [&](auto& part) { take_columns(part, out, location); });
  }
}

template <class T>
bool is_unchanged(const T& a, const T& b);

/// True if is_unchanged is true for each pair of parts.
template <class L, class R, size_t... k>
bool are_unchanged(const L& left, const R& right, std::index_sequence<k...>) {
  return (is_unchanged(std::as_const(std::get<k>(left)), std::as_const(std::get<k>(right))) && ...);
}

/// True if both hold the same value and neither was reassigned.
template <class T>
bool is_unchanged(const T& a, const T& b) {
  if constexpr (is_tensor_type<T>) {
    return a.impl() == b.impl();
  } else if constexpr (is_staged<T>) {
    return a.number().same(b.number());
  } else if constexpr (HostNumber<T>) {
    return same_value<T>(&a, &b);
  } else if constexpr (TextMember<T>) {
    return same_value<T>(&a, &b);
  } else if constexpr (is_list<T>) {
    if (a.is_known() != b.is_known()) return false;
    if (a.is_known()) return is_unchanged(a.known_items(), b.known_items());
    const auto &left = a.columns(), &right = b.columns();
    return std::equal(left.begin(), left.end(), right.begin(), &is_unchanged<Tensor>);
  } else if constexpr (Sequence<T>) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), &is_unchanged<typename T::value_type>);
  } else if constexpr (OptionalLike<T>) {
    const auto left = a.ag_parts(), right = b.ag_parts();
    return is_unchanged(std::get<0>(left), std::get<0>(right)) && is_unchanged(std::get<1>(left), std::get<1>(right));
  } else {
    const auto tied = [](auto&... part) { return std::tie(part...); };
    const auto left = with_parts(const_cast<T&>(a), tied), right = with_parts(const_cast<T&>(b), tied);
    return are_unchanged(left, right, std::make_index_sequence<std::tuple_size_v<decltype(left)>>());
  }
}

/// Sets an element from one row of the columns.
template <class T>
void give_columns(T& value, const Tensor*& in, SourceLocation location) {
  if constexpr (is_tensor_type<T>) {
    value = *in++;
  } else if constexpr (is_staged<T>) {
    const Tensor& number = *in++;
    if (is_value(number))
      value = number.item<host_t<T>>();
    else
      value = Staged<host_t<T>>::of(number);
  } else if constexpr (HostNumber<T>) {
    const Tensor& number = *in++;
    if (!is_value(number)) fail_unknown_part("a number that a tensor decides is not followed into it", location);
    value = number.item<T>();
  } else if constexpr (TextMember<T>) {
    const Tensor& word = *in++;
    if (!is_value(word)) fail_unknown_part("a tensor decides which text it has", location);
    value = text_of_word(word);
  } else if constexpr (is_list<T>) {
    value = T::ag_of(in, location);
    in += column_count<T>();
  } else if constexpr (Sequence<T>) {
    using L = List<typename T::value_type>;
    const L list = L::ag_of(in, location);
    in += column_count<T>();
    const Staged<size_t> count = list.size(location);
    if (!count.is_host()) fail_unknown_part("a tensor decides how long it is", location);
    value.resize(count.value());
    for (size_t k = 0; k < count.value(); ++k) value[k] = list.ag_read(int64_t(k), location);
  } else if constexpr (OptionalLike<T>) {
    std::apply([&](auto&... part) { (give_columns(part, in, location), ...); }, value.ag_parts());
  } else {
    each_part(value, [&](auto& part) { give_columns(part, in, location); });
  }
}

}  // namespace detail
}  // namespace ag
