#pragma once
/// For tests: arrays between inaccessible guard pages, so that an access outside of an array fails immediately. Enabled
/// by AG_GUARD_PAGES=1 in the environment.
#include <cstddef>

namespace ag::detail {

/// True if guard pages are enabled. (False for allocations during static initialisation.)
extern const bool guards_memory;

/// Returns memory that alternately ends or begins at a guard page. The end is exact to 8 bytes, or 64 bytes for arrays
/// from 1 MiB on. All bits are set. Throws std::bad_alloc.
std::byte* take_guarded(size_t bytes);
void give_guarded(std::byte* elements, size_t bytes) noexcept;

/// The total bytes of all guarded arrays, and the maximum since `restart_most_guarded`.
struct GuardedBytes {
  size_t now = 0, most = 0;
};
GuardedBytes guarded_bytes();
void restart_most_guarded();

}  // namespace ag::detail
