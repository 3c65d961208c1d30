#pragma once
/// For tests: arrays between pages that nobody may touch, so that code which reads or writes beside one ends there, and
/// not somewhere else or never. AG_GUARD_PAGES=1 in the environment asks for it.
#include <cstddef>

namespace ag::detail {

/// Whether the environment asks for it. (False for what is allocated before the process has begun.)
extern const bool guards_memory;

/// Elements of which the last ends at such a page, to 8 bytes (64 of arrays from 1 MiB on), or, every other time, the
/// first begins at one. Every bit is one. Throws std::bad_alloc.
std::byte* take_guarded(size_t bytes);
void give_guarded(std::byte* elements, size_t bytes) noexcept;

/// Of all such arrays: the bytes that there are, and the most that there were since `restart_most_guarded`.
struct GuardedBytes {
  size_t now = 0, most = 0;
};
GuardedBytes guarded_bytes();
void restart_most_guarded();

}  // namespace ag::detail
