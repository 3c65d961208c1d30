#pragma once
/// Maps whose numbers may be symbolic: keys are those of the host.
///
///     std::map<std::string, int>                      std::map<std::string, ag::Staged<int>>
#include <map>
#include <unordered_map>

#include "ag/plain.h"

namespace ag::detail {

template <class K, HostNumber V, class C>
struct StagedType<std::map<K, V, C>> {
  using type = std::map<K, Staged<V>, C>;
};
template <class K, HostNumber V, class H, class E>
struct StagedType<std::unordered_map<K, V, H, E>> {
  using type = std::unordered_map<K, Staged<V>, H, E>;
};

}  // namespace ag::detail
