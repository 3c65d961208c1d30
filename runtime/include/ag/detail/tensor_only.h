#pragma once
/// Values that consist only of tensors: the results of calls that need no signature.
#include <cstddef>
#include <type_traits>
#include <utility>

#include "ag/detail/structure.h"

namespace ag::detail {

/// Returns the number of tensors in a value that consists only of tensors, nested in tuples and aggregates; otherwise
/// 0. (Excludes aggregates whose default initialization may throw.)
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
/// Lists the addresses of the tensors, in order.
template <class T>
void list_tensors(T& value, Tensor**& out) {
  if constexpr (std::is_same_v<T, Tensor>)
    *out++ = &value;
  else
    each_part(value, [&](auto& part) { list_tensors(part, out); });
}

}  // namespace ag::detail
