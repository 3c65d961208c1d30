#pragma once
/// Values that are made of tensors and of nothing else: what the calls give that need no signature.
#include <cstddef>
#include <type_traits>
#include <utility>

#include "ag/structure.h"

namespace ag::detail {

/// Of how many tensors a value is made that is made of nothing else: a tensor, or a tuple or an aggregate of such
/// values; else 0. (An aggregate whose members have values of their own, which may throw, is not made to be filled.)
template <class T>
consteval size_t tensors_in() {
  if constexpr (std::is_same_v<T, Tensor>) {
    return 1;
  } else if constexpr (std::is_default_constructible_v<T> && !HasFields<T> && !HasTraceType<T> && !SlotLike<T> &&
                       !OptionalLike<T> &&
                       (TupleLike<T> || (PlainAggregate<T> && std::is_nothrow_default_constructible_v<T>))) {
    return decltype(with_parts(std::declval<T&>(), []<class... Part>(Part&...) {
      constexpr bool all = ((tensors_in<Part>() > 0) && ...);
      return std::integral_constant<size_t, all ? (tensors_in<Part>() + ... + 0) : 0>();
    }))::value;
  } else {
    return 0;
  }
}
/// Lists where they are, in order.
template <class T>
void list_tensors(T& value, Tensor**& out) {
  if constexpr (std::is_same_v<T, Tensor>)
    *out++ = &value;
  else
    each_part(value, [&](auto& part) { list_tensors(part, out); });
}

}  // namespace ag::detail
