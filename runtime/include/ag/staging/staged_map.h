#pragma once
/// Maps from host keys to numbers that may be symbolic, or to structures of them.
///
///     std::map<std::string, int>                      std::map<std::string, ag::Staged<int>>
#include <map>
#include <type_traits>
#include <unordered_map>

#include "ag/staging/plain.h"

namespace ag::detail {

template <class K, class V, class C>
struct StagedType<std::map<K, V, C>> {
  using type = std::map<K, typename StagedType<V>::type, C>;
};
template <class K, class V, class H, class E>
struct StagedType<std::unordered_map<K, V, H, E>> {
  using type = std::unordered_map<K, typename StagedType<V>::type, H, E>;
};

/// A map to numbers or to structures of numbers.
template <class M>
concept MapOfNumbers = MapLike<M> && !std::is_same_v<typename StagedType<M>::type, M>;

template <MapOfNumbers M>
struct ToPlain<M> {
  static M convert(const typename StagedType<M>::type& map, SourceLocation location) {
    M result;
    for (const auto& [key, value] : map)
      result.emplace(key, ToPlain<typename M::mapped_type>::convert(value, location));
    return result;
  }
};
template <MapOfNumbers M>
struct ToStaged<M> {
  static typename StagedType<M>::type convert(const M& map) {
    typename StagedType<M>::type result;
    for (const auto& [key, value] : map) result.emplace(key, ToStaged<typename M::mapped_type>::convert(value));
    return result;
  }
};

}  // namespace ag::detail
