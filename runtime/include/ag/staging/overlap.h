#pragma once
/// Overlap of objects, for traced functions whose constant references may name a part of an object that they change.
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ag {

namespace detail {
inline bool is_within(const void* part, const void* begin, size_t size) {
  const auto* const first = static_cast<const std::byte*>(begin);
  const auto* const at = static_cast<const std::byte*>(part);
  return !std::less<>()(at, first) && std::less<>()(at, first + size);
}
}  // namespace detail

/// True if `number` is a part of `object`.
///
///     if (ag::overlap(step, size)) { … } else ag::traced<&grow>(AG_STATE(step, size), …);
template <class N, class T>
bool overlap(const N& number, const T& object) {
  return detail::is_within(std::addressof(number), std::addressof(object), sizeof(T));
}
/// True if `number` is an element of the vector, or a part of one.
template <class N, class T>
bool overlap(const N& number, const std::vector<T>& vector) {
  return detail::is_within(std::addressof(number), vector.data(), vector.size() * sizeof(T));
}
/// True if `number` is a part of the object to which the pointer refers.
template <class N, class T>
bool overlap(const N& number, T* const& pointer) {
  return pointer && overlap(number, *pointer);
}

}  // namespace ag
