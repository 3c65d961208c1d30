#pragma once
/// Thread cache of free memory blocks by size class. In malloc, finding, joining and splitting blocks costs as much as
/// a short loop that fills them.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ag::detail {

/// A size class: multiples of 64 bytes up to 1 KiB, then four sizes per power of two.
struct SizeClass {
  static constexpr size_t kStep = 64, kSteps = 16;
  static constexpr size_t kMaxBytes = size_t{128} << 10;  // blocks of this size and more have no size class
  static constexpr size_t kCount = kSteps + 4 * static_cast<size_t>(std::bit_width(kMaxBytes / (kStep * kSteps)) - 1);

  /// Returns the class of blocks of at least `bytes` bytes, which must be at least 1 and less than kMaxBytes.
  static constexpr SizeClass of_bytes(size_t bytes) {
    const size_t last = bytes - 1;
    if (last < kStep * kSteps) return {last / kStep, (last / kStep + 1) * kStep};
    const auto doublings = static_cast<size_t>(std::bit_width(last)) - kFirstWidth;
    const size_t shift = doublings + kFirstWidth - 3, quarters = last >> shift;  // 4 to 7
    return {kSteps + 4 * doublings + (quarters & 3), (quarters + 1) << shift};
  }
  static constexpr size_t bytes_of(size_t number) {
    if (number < kSteps) return (number + 1) * kStep;
    const size_t above = number - kSteps;
    return (above % 4 + 5) << (above / 4 + kFirstWidth - 3);
  }

  size_t number = 0, bytes = 0;

 private:
  static constexpr size_t kFirstWidth = 11;  // of the first number above kStep * kSteps - 1
  static_assert(std::bit_width(kStep * kSteps) == kFirstWidth);
};

/// The free lists: each free block begins with a pointer to the next one of its size. `room` is 0 before the first
/// block is freed, and while the thread exits.
struct ThreadCache {
  size_t room = 0;  // bytes
  std::array<void*, SizeClass::kCount> first{};
  bool opened = false;

  /// Returns a block of this size, or null if there is none.
  void* take(const SizeClass& size_class) {
    void* const block = first[size_class.number];
    if (!block) return nullptr;
    first[size_class.number] = *static_cast<void**>(block);
    room += size_class.bytes;
    return block;
  }
  /// Returns true if there was room for the block.
  bool put(void* block, size_t number) {
    const size_t bytes = SizeClass::bytes_of(number);
    if (room < bytes) return false;
    room -= bytes;
    *static_cast<void**>(block) = std::exchange(first[number], block);
    return true;
  }
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local ThreadCache thread_cache;

}  // namespace ag::detail
