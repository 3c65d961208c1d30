#pragma once
/// Memory of arrays, at addresses that are multiples of 64 bytes: a cache line, and the widest vector.
///
/// Large blocks are kept for the next ones that need as much, since the system takes longer to give zeroed pages than a
/// program takes to fill them; they are huge pages where the system has these. No more than kMostKept bytes are kept.
/// Blocks of some kilobytes are kept by each thread, at most kMostKeptByThread bytes of them: malloc takes as long to
/// join and split them as a short loop takes to fill them. Smaller ones malloc itself keeps at hand.
#include <cstddef>

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

/// Throws std::bad_alloc.
void* take_memory(size_t bytes);
void give_memory(void* memory) noexcept;

/// How many bytes of large blocks are kept at the moment; and of smaller ones, by this thread.
size_t kept_memory() noexcept;
size_t kept_memory_of_thread() noexcept;

}  // namespace ag::detail
