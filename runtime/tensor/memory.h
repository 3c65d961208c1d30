#pragma once
/// Memory of arrays, at addresses that are multiples of 64 bytes: a cache line, and the widest vector.
///
/// Large blocks are kept for the next ones that need as much, since the system takes longer to give zeroed pages than a
/// program takes to fill them; they are huge pages where the system has these. No more than kMostKept bytes are kept.
/// Small ones are kept by each thread (shelves.h), at most kMostKeptByThread bytes of them.
#include <cstddef>
#include <cstdint>

#include "tensor/shelves.h"

namespace ag::detail {

inline constexpr size_t kMemoryAlignment = 64;
inline constexpr size_t kMostKept = size_t{256} << 20;
inline constexpr size_t kMostKeptByThread = size_t{1} << 20;

// The sanitizer has to see that memory was given back. g++ tells by a macro, clang++ by a feature.
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

/// Where the block begins that memory is a part of, which the words in front of it tell: malloc's, or one of the large
/// ones; and the shelf that it belongs on.
struct MemoryHead {
  static constexpr size_t kNoShelf = SIZE_MAX;

  size_t shelf = kNoShelf;
  void* block = nullptr;

  static MemoryHead& of(void* memory) { return static_cast<MemoryHead*>(memory)[-1]; }
};

void* take_new_memory(size_t bytes);
void give_back_memory(void* memory) noexcept;

/// From one byte on. Throws std::bad_alloc.
inline void* take_memory(size_t bytes) {
  if (bytes < Shelf::kMostBytes) [[likely]] {
    if (void* const kept = shelves.take(Shelf::of_bytes(bytes))) return kept;
  }
  return take_new_memory(bytes);
}
inline void give_memory(void* memory) noexcept {
  const size_t shelf = MemoryHead::of(memory).shelf;
  if (shelf != MemoryHead::kNoShelf && shelves.put(memory, shelf)) [[likely]]
    return;
  give_back_memory(memory);
}

/// How many bytes of large blocks are kept at the moment; and of smaller ones, by this thread.
size_t kept_memory() noexcept;
size_t kept_memory_of_thread() noexcept;

}  // namespace ag::detail
