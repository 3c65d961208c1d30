#include "tensor/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

namespace ag::detail {

namespace {

constexpr size_t kLarge = size_t{128} << 10;
constexpr size_t kStep = size_t{64} << 10;  // sizes of large blocks are multiples of it, or of huge pages
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kMostBlocks = 32;

/// The head of a large block; elements begin kMemoryAlignment behind it.
struct Block {
  size_t bytes = 0;  // with the head
};

/// In front of what take_memory gives: where malloc's memory begins, or a block, which the lowest bit tells. Of
/// malloc's memory the word before tells the shelf that it belongs on.
uintptr_t& origin(void* memory) { return static_cast<uintptr_t*>(memory)[-1]; }
uintptr_t& shelf_of(void* memory) { return static_cast<uintptr_t*>(memory)[-2]; }

size_t round_up(size_t bytes, size_t step) { return (bytes + step - 1) / step * step; }

/// Whether a block is huge pages: one of some megabytes, or where these are not much more than it needs. An array in
/// small ones takes longer to go through, also in the cache: the processor knows the places of few of them.
bool takes_huge_pages(size_t bytes) {
  return bytes >= 2 * kHugePage || round_up(bytes, kHugePage) - bytes <= bytes / 4;
}

Block* map(size_t bytes) {
  const bool huge = bytes % kHugePage == 0;
  const size_t more = huge ? kHugePage : 0;
  void* memory = mmap(nullptr, bytes + more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  auto* begin = static_cast<std::byte*>(memory);
  if (huge) {
    // A huge page begins at a multiple of its size: what is around the block goes back.
    auto* aligned = reinterpret_cast<std::byte*>(round_up(reinterpret_cast<uintptr_t>(begin), kHugePage));
    const auto before = static_cast<size_t>(aligned - begin);
    if (before != 0) munmap(begin, before);
    if (before != more) munmap(aligned + bytes, more - before);
    begin = aligned;
#ifdef MADV_HUGEPAGE
    madvise(begin, bytes, MADV_HUGEPAGE);
#endif
  }
  auto* block = new (begin) Block;
  block->bytes = bytes;
  return block;
}

/// The blocks that nobody uses, the one that was given back last at the end.
class Kept {
 public:
  static Kept& of_process() {
    static Kept& kept = *new Kept;  // arrays may be given back while the process ends
    return kept;
  }

  /// A block that is not much larger than needed; null where there is none.
  Block* take(size_t bytes) {
    const std::lock_guard lock(mutex_);
    size_t best = count_;
    for (size_t k = 0; k < count_; ++k) {
      const size_t size = blocks_[k]->bytes;
      const bool fits = size >= bytes && size - bytes <= bytes / 4;
      if (fits && (best == count_ || size < blocks_[best]->bytes)) best = k;
    }
    return best == count_ ? nullptr : remove(best);
  }

  void give(Block* block) {
    if (!kKeepsMemory || block->bytes > kMostKept) return unmap(block);
    const std::lock_guard lock(mutex_);
    while (count_ == kMostBlocks || bytes_ + block->bytes > kMostKept) unmap(remove(0));
    blocks_[count_++] = block;
    bytes_ += block->bytes;
  }

  void drop_all() {
    const std::lock_guard lock(mutex_);
    while (count_ > 0) unmap(remove(0));
  }

  size_t bytes() {
    const std::lock_guard lock(mutex_);
    return bytes_;
  }

 private:
  static void unmap(Block* block) { munmap(block, block->bytes); }

  Block* remove(size_t at) {
    Block* block = blocks_[at];
    std::copy(blocks_.begin() + at + 1, blocks_.begin() + count_, blocks_.begin() + at);
    --count_;
    bytes_ -= block->bytes;
    return block;
  }

  std::mutex mutex_;
  std::array<Block*, kMostBlocks> blocks_{};
  size_t count_ = 0, bytes_ = 0;
};

void* take_large(size_t bytes) {
  const size_t whole = bytes + kMemoryAlignment;
  const size_t size = round_up(whole, takes_huge_pages(whole) ? kHugePage : kStep);
  Block* block = Kept::of_process().take(size);
  if (!block) block = map(size);
  if (!block) {
    Kept::of_process().drop_all();
    block = map(size);
  }
  if (!block) throw std::bad_alloc();
  std::byte* memory = reinterpret_cast<std::byte*>(block) + kMemoryAlignment;
  origin(memory) = reinterpret_cast<uintptr_t>(block) | 1;
  return memory;
}

// Sizes from malloc's own cache up to large blocks, four to a power of two.
constexpr size_t kShelved = 944;
constexpr size_t kShelves = 4 * static_cast<size_t>(std::bit_width(kLarge) - std::bit_width(kShelved)) + 4;
constexpr size_t kNoShelf = kShelves;

/// The shelf of a size, which becomes the greatest one of that shelf.
size_t choose_shelf(size_t& bytes) {
  if (!kKeepsMemory || bytes <= kShelved) return kNoShelf;
  const int step = std::bit_width(bytes - 1) - 3;
  const size_t steps = (bytes - 1) >> step;  // 4 to 7
  bytes = (steps + 1) << step;
  return 4 * static_cast<size_t>(step + 3 - std::bit_width(kShelved)) + (steps & 3);
}

/// What this thread keeps: blocks of each size in a list, each of which begins with a pointer to the next.
struct Shelves {
  enum class State : uint8_t { Unused, Open, Closed };  // Closed: the thread ends
  State state = State::Unused;
  size_t bytes = 0;
  std::array<void*, kShelves> first{};
};
[[gnu::tls_model("initial-exec")]] constinit thread_local Shelves shelves;

void free_block(void* memory) { std::free(reinterpret_cast<void*>(origin(memory))); }

size_t size_of_shelf(size_t shelf) {
  const int step = static_cast<int>(shelf / 4) + std::bit_width(kShelved) - 3;
  return (shelf % 4 + 5) << step;
}

/// Gives back what a thread keeps when it ends.
struct Closer {
  ~Closer() {
    shelves.state = Shelves::State::Closed;
    for (void*& first : shelves.first) {
      while (first) free_block(std::exchange(first, *static_cast<void**>(first)));
    }
  }
};

[[gnu::noinline]] void open_shelves() {
  static thread_local Closer closer;
  (void)&closer;
  shelves.state = Shelves::State::Open;
}

/// Whether the block is kept.
bool put_on_shelf(void* memory, size_t shelf) {
  if (shelves.state != Shelves::State::Open) [[unlikely]] {
    if (shelves.state == Shelves::State::Closed) return false;
    open_shelves();
  }
  const size_t size = size_of_shelf(shelf);
  if (shelves.bytes + size > kMostKeptByThread) return false;
  shelves.bytes += size;
  *static_cast<void**>(memory) = std::exchange(shelves.first[shelf], memory);
  return true;
}

}  // namespace

void* take_memory(size_t bytes) {
  if (bytes >= kLarge) return take_large(bytes);
  const size_t shelf = choose_shelf(bytes);
  if (shelf != kNoShelf) {
    if (void* kept = shelves.first[shelf]) {
      shelves.first[shelf] = *static_cast<void**>(kept);
      shelves.bytes -= bytes;
      return kept;
    }
  }
  // malloc keeps small blocks at hand, which aligned_alloc does not.
  constexpr size_t kHead = 2 * sizeof(uintptr_t);
  void* memory = std::malloc(bytes + kMemoryAlignment + kHead);
  if (!memory) throw std::bad_alloc();
  const auto begin = reinterpret_cast<uintptr_t>(memory);
  auto* aligned = reinterpret_cast<std::byte*>(round_up(begin + kHead, kMemoryAlignment));
  origin(aligned) = begin;
  shelf_of(aligned) = shelf;
  return aligned;
}

void give_memory(void* memory) noexcept {
  const uintptr_t from = origin(memory);
  if ((from & 1) != 0) return Kept::of_process().give(reinterpret_cast<Block*>(from & ~uintptr_t{1}));
  const size_t shelf = shelf_of(memory);
  if (shelf == kNoShelf || !put_on_shelf(memory, shelf)) free_block(memory);
}

size_t kept_memory_of_thread() noexcept { return shelves.bytes; }

size_t kept_memory() noexcept { return Kept::of_process().bytes(); }

}  // namespace ag::detail
