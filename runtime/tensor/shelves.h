#pragma once
/// Blocks of memory that each thread keeps for what it allocates next, sorted by size: malloc takes as long to find,
/// join and split them as a short loop takes to fill them.
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace ag::detail {

/// The shelf of blocks of one size: multiples of 64 bytes up to 1 KiB, then four sizes to a power of two.
struct Shelf {
  static constexpr size_t kStep = 64, kSteps = 16;
  static constexpr size_t kMostBytes = size_t{128} << 10;  // blocks from here on are on none
  static constexpr size_t kCount = kSteps + 4 * static_cast<size_t>(std::bit_width(kMostBytes / (kStep * kSteps)) - 1);

  /// That of a block of at least so many bytes, from 1 on and less than kMostBytes.
  static constexpr Shelf of_bytes(size_t bytes) {
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

/// Each block that is kept begins with a pointer to the next one of its size. There is room for none before the first
/// is given back, and when the thread ends.
struct Shelves {
  size_t room = 0;  // bytes
  std::array<void*, Shelf::kCount> first{};
  bool opened = false;

  /// A block of this size; null where there is none.
  void* take(const Shelf& shelf) {
    void* const block = first[shelf.number];
    if (!block) return nullptr;
    first[shelf.number] = *static_cast<void**>(block);
    room += shelf.bytes;
    return block;
  }
  /// Whether there was room for it.
  bool put(void* block, size_t number) {
    const size_t bytes = Shelf::bytes_of(number);
    if (room < bytes) return false;
    room -= bytes;
    *static_cast<void**>(block) = std::exchange(first[number], block);
    return true;
  }
};
[[gnu::tls_model("initial-exec")]] extern constinit thread_local Shelves shelves;

}  // namespace ag::detail
