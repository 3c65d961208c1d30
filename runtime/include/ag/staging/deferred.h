#pragma once
/// Deferred exceptions: their arguments are symbolic, so they are constructed when the graph reaches the throw.
///
///     ag::if_stmt(n > 9, [&] {
///       ag::raise(ag::deferred([=](auto n) { return std::runtime_error("after " + std::to_string(n)); }, n));
///     });
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "ag/effects.h"
#include "ag/host_call.h"
#include "ag/staging/plain.h"
#include "ag/staging/staging.h"

namespace ag {

template <class F, class... V>
struct Deferred {
  F make;
  std::tuple<V...> values;
};

/// Returns a deferred exception: `make` is called with the run-time values of the symbolic numbers and tensors. It must
/// hold copies of all other data it needs.
template <class F, class... V>
Deferred<F, V...> deferred(F make, const V&... values) {
  return {std::move(make), {values...}};
}

namespace detail {

/// A structure of symbolic numbers and tensors, such as the staged counterpart of a class.
template <class T>
concept StructureLater =
    !is_staged<T> && !is_tensor_type<T> && !HostNumber<T> && (is_structure<T> || Sequence<T> || OptionalLike<T>);
template <class T, class F>
void each_part_later(T& value, F&& part) {
  if constexpr (OptionalLike<std::remove_const_t<T>>)
    std::apply([&](auto&... all) { (part(all), ...); }, const_cast<std::remove_const_t<T>&>(value).ag_parts());
  else if constexpr (Sequence<std::remove_const_t<T>>)
    for (auto& element : value) part(element);
  else
    each_part(value, part);
}

template <HostNumber T>
bool is_known(const Staged<T>& value) {
  return value.is_host();
}
template <HostNumber T>
bool is_known(T) {
  return true;
}
template <StructureLater T>
bool is_known(const T& value) {
  bool known = true;
  each_part_later(value, [&](const auto& part) { known = known && is_known(part); });
  return known;
}

template <HostNumber T>
void add_unknown(const Staged<T>& value, std::vector<Tensor>& out, SourceLocation location) {
  if (!value.is_host()) out.push_back(value.tensor(location));
}
inline void add_unknown(const Tensor& value, std::vector<Tensor>& out, SourceLocation) { out.push_back(value); }
template <HostNumber T>
void add_unknown(T, std::vector<Tensor>&, SourceLocation) {}
template <StructureLater T>
void add_unknown(const T& value, std::vector<Tensor>& out, SourceLocation location) {
  each_part_later(value, [&](const auto& part) { add_unknown(part, out, location); });
}

/// Returns the value; its unknown parts are taken from `given` in order.
template <HostNumber T>
T value_later(const Staged<T>& value, std::span<const Tensor>& given) {
  if (value.is_host()) return value.value();
  const Tensor& one = given.front();
  given = given.subspan(1);
  if constexpr (std::is_enum_v<T>)
    return static_cast<T>(one.item<std::underlying_type_t<T>>());
  else
    return one.item<T>();
}
inline Tensor value_later(const Tensor&, std::span<const Tensor>& given) {
  const Tensor& one = given.front();
  given = given.subspan(1);
  return one;
}
template <HostNumber T>
T value_later(T value, std::span<const Tensor>&) {
  return value;
}

/// Converts a structure with known parts to the user's type of which it is the staged counterpart.
template <class V>
struct PlainLater {
  V value;
  template <class T>
    requires std::is_same_v<staged_t<T>, V>
  operator T() const {
    return ToPlain<T>::convert(value, SourceLocation::current());
  }
};
template <class T>
void fill_later(T& value, std::span<const Tensor>& given) {
  if constexpr (StructureLater<T>)
    each_part_later(value, [&](auto& part) { fill_later(part, given); });
  else
    value = value_later(value, given);
}
template <StructureLater T>
PlainLater<T> value_later(T value, std::span<const Tensor>& given) {
  fill_later(value, given);
  return {std::move(value)};
}

template <class F, class... V>
auto made(const Deferred<F, V...>& exception, std::span<const Tensor> given) {
  return std::apply(
      [&](const V&... value) {
        // A braced list evaluates its elements from left to right.
        return std::apply(exception.make,
                          std::tuple<decltype(value_later(value, given))...>{value_later(value, given)...});
      },
      exception.values);
}

}  // namespace detail

template <class F, class... V>
[[noreturn]] detail::Never raise(const Deferred<F, V...>& exception,
                                 SourceLocation location = SourceLocation::current()) {
  std::vector<Tensor> unknown;
  const bool known = std::apply(
      [&](const V&... value) {
        (detail::add_unknown(value, unknown, location), ...);
        return (detail::is_known(value) && ...);
      },
      exception.values);
  if (known) raise(detail::made(exception, unknown), location);
  detail::refuse_throw_in_try(location);
  const auto thrower = [exception](std::span<const Tensor> given) -> std::vector<Tensor> {
    throw detail::made(exception, given);
  };
  detail::call_host(thrower, {}, std::move(unknown), /*pure=*/false, location);
  detail::end_behind_throw(location);
}

}  // namespace ag
