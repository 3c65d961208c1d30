#include "tensor/memory/guarded_memory.h"

#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string_view>

#include "tensor/memory/memory.h"

namespace ag::detail {

namespace {

// Non-temporal stores need arrays that are larger than the cache, and aligned to cache lines.
constexpr size_t kLarge = size_t{1} << 20;

std::atomic<size_t> bytes_now{0}, bytes_most{0};

void count(size_t bytes) {
  const size_t now = bytes_now.fetch_add(bytes) + bytes;
  size_t most = bytes_most.load();
  while (most < now && !bytes_most.compare_exchange_weak(most, now)) {
  }
}

size_t page_size() {
  static const auto size = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  return size;
}

}  // namespace

const bool guards_memory = [] {
  const char* text = std::getenv("AG_GUARD_PAGES");
  return text && *text && std::string_view(text) != "0";
}();

std::byte* take_guarded(size_t bytes) {
  static std::atomic<unsigned> taken{0};
  const size_t page = page_size(), inside = round_up(bytes, page);
  void* const mapped = mmap(nullptr, inside + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (mapped == MAP_FAILED) throw std::bad_alloc();
  std::byte* const begin = static_cast<std::byte*>(mapped) + page;
  if (mprotect(begin, inside, PROT_READ | PROT_WRITE) != 0) {
    munmap(mapped, inside + 2 * page);
    throw std::bad_alloc();
  }
  count(bytes);
  // Uninitialised elements are NaN, and integers that are out of range as an index.
  std::memset(begin, 0xff, inside);
  const bool at_end = taken.fetch_add(1, std::memory_order_relaxed) % 2 == 0;
  return at_end ? begin + inside - round_up(bytes, bytes < kLarge ? 8 : kMemoryAlignment) : begin;
}

void give_guarded(std::byte* elements, size_t bytes) noexcept {
  bytes_now.fetch_sub(bytes);
  const size_t page = page_size();
  const uintptr_t first = reinterpret_cast<uintptr_t>(elements) / page * page;
  munmap(reinterpret_cast<void*>(first - page), round_up(bytes, page) + 2 * page);
}

GuardedBytes guarded_bytes() { return {bytes_now.load(), bytes_most.load()}; }
void restart_most_guarded() { bytes_most = bytes_now.load(); }

}  // namespace ag::detail
