#include "tensor/memory/memory.h"

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <mutex>
#include <new>
#include <utility>

namespace ag::detail {

namespace {

constexpr size_t kStep = size_t{64} << 10;  // sizes of large blocks are multiples of it, or of huge pages
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kMaxBlocks = 32;

/// The header of a large block; elements begin kMemoryAlignment bytes after it.
struct Block {
  size_t bytes = 0;  // including the header
};

/// True if a block uses huge pages: if it has some megabytes, or if rounding up wastes little. With small pages, an
/// array exceeds the TLB, which slows down loops even in the cache.
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
    // A huge page is aligned to its size, so the excess around the block is unmapped.
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

/// The free large blocks, in the order in which they were freed.
class Kept {
 public:
  static Kept& of_process() {
    static Kept& kept = *new Kept;  // never destroyed, since arrays may be freed while the process exits
    return kept;
  }

  /// Returns the smallest free block that is at most a quarter larger than needed, or null.
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
    if (!kKeepsMemory || block->bytes > kMaxKept) return unmap(block);
    const std::lock_guard lock(mutex_);
    while (count_ == kMaxBlocks || bytes_ + block->bytes > kMaxKept) unmap(remove(0));
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
  std::array<Block*, kMaxBlocks> blocks_{};
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
  MemoryHeader::of(memory) = {MemoryHeader::kNoSizeClass, block};
  return memory;
}

void free_block(void* memory) { std::free(MemoryHeader::of(memory).block); }

/// Frees the free lists of a thread when it exits.
struct ThreadCacheCloser {
  ~ThreadCacheCloser() {
    thread_cache.room = 0;
    for (void*& first : thread_cache.first) {
      while (first) free_block(std::exchange(first, *static_cast<void**>(first)));
    }
  }
};

void open_thread_cache() {
  static thread_local ThreadCacheCloser closer;
  (void)&closer;
  thread_cache.opened = true;
  thread_cache.room = kMaxKeptByThread;
}

}  // namespace

constinit thread_local ThreadCache thread_cache;

void* take_new_memory(size_t bytes) {
  if (bytes >= SizeClass::kMaxBytes) return take_large(bytes);
  const SizeClass size_class = SizeClass::of_bytes(bytes);
  const size_t size =
      kKeepsMemory ? size_class.bytes : bytes;  // exact, for a sanitizer to detect accesses past the end
  // malloc caches small blocks, which aligned_alloc does not.
  void* block = std::malloc(size + kMemoryAlignment + sizeof(MemoryHeader));
  if (!block) throw std::bad_alloc();
  void* memory =
      reinterpret_cast<void*>(round_up(reinterpret_cast<uintptr_t>(block) + sizeof(MemoryHeader), kMemoryAlignment));
  new (&MemoryHeader::of(memory)) MemoryHeader{size_class.number, block};
  return memory;
}

[[gnu::noinline]] void give_back_memory(void* memory) noexcept {
  const MemoryHeader head = MemoryHeader::of(memory);
  if (head.size_class == MemoryHeader::kNoSizeClass) return Kept::of_process().give(static_cast<Block*>(head.block));
  if (kKeepsMemory && !thread_cache.opened) {
    open_thread_cache();
    if (thread_cache.put(memory, head.size_class)) return;
  }
  free_block(memory);
}

size_t kept_memory_of_thread() noexcept { return thread_cache.opened ? kMaxKeptByThread - thread_cache.room : 0; }

size_t kept_memory() noexcept { return Kept::of_process().bytes(); }

}  // namespace ag::detail
