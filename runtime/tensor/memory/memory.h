#pragma once
/// Memory of arrays, at addresses that are multiples of 64 bytes: a cache line, and the widest vector.
///
/// Freed large blocks are kept for reuse, at most kMaxKept bytes, since the system takes longer to provide zeroed
/// pages than a program takes to fill them. They use huge pages where the system supports these. Small blocks are kept
/// in free lists of each thread (thread_cache.h), at most kMaxKeptByThread bytes.
#include <cstddef>
#include <cstdint>

#include "tensor/memory/thread_cache.h"

namespace ag::detail {

/// The alignment of arrays, at least that of the widest vector of any machine. Native code relies on it.
inline constexpr size_t kMemoryAlignment = 64;
inline constexpr size_t kMaxKept = size_t{256} << 20;
inline constexpr size_t kMaxKeptByThread = size_t{1} << 20;

// Without reuse, so that the sanitizer detects accesses to freed memory. g++ defines a macro, clang++ a feature.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool kKeepsMemory = false;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
inline constexpr bool kKeepsMemory = false;
#else
inline constexpr bool kKeepsMemory = true;
#endif
#else
inline constexpr bool kKeepsMemory = true;
#endif

inline size_t round_up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

/// The words before a memory block: the start of the enclosing allocation, by malloc or of a large block, and the size
/// class.
struct MemoryHeader {
  static constexpr size_t kNoSizeClass = SIZE_MAX;

  size_t size_class = kNoSizeClass;
  void* block = nullptr;

  static MemoryHeader& of(void* memory) { return static_cast<MemoryHeader*>(memory)[-1]; }
};

void* take_new_memory(size_t bytes);
void give_back_memory(void* memory) noexcept;

/// Allocates at least one byte. Throws std::bad_alloc.
inline void* take_memory(size_t bytes) {
  if (bytes < SizeClass::kMaxBytes) [[likely]] {
    if (void* const kept = thread_cache.take(SizeClass::of_bytes(bytes))) return kept;
  }
  return take_new_memory(bytes);
}
inline void give_memory(void* memory) noexcept {
  const size_t size_class = MemoryHeader::of(memory).size_class;
  if (size_class != MemoryHeader::kNoSizeClass && thread_cache.put(memory, size_class)) [[likely]]
    return;
  give_back_memory(memory);
}

/// The bytes of free large blocks of the process, and of small blocks of this thread.
size_t kept_memory() noexcept;
size_t kept_memory_of_thread() noexcept;

}  // namespace ag::detail
