/// Memory of arrays: aligned, and large blocks are used again.
#include "tensor/memory/memory.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <thread>
#include <vector>

#include "support/catch.h"

namespace ag::test {

using detail::give_memory, detail::take_memory;

TEST_CASE("memory of every size is aligned and can be written") {
  std::vector<void*> taken;
  for (size_t bytes :
       {size_t{1}, size_t{64}, size_t{1000}, size_t{131071}, size_t{131072}, size_t{1} << 20, size_t{9} << 20}) {
    void* memory = take_memory(bytes);
    CHECK(reinterpret_cast<uintptr_t>(memory) % detail::kMemoryAlignment == 0);
    std::memset(memory, 0x5a, bytes);
    taken.push_back(memory);
  }
  for (void* memory : taken) give_memory(memory);
}

TEST_CASE("arrays of some megabytes begin at a huge page, also where they do not quite fill the last") {
  constexpr uintptr_t kHugePage = uintptr_t{2} << 20;
  for (size_t bytes : {size_t{1900} << 10, size_t{4000000}, size_t{5} << 20}) {
    void* memory = take_memory(bytes);
    CHECK(reinterpret_cast<uintptr_t>(memory) % kHugePage == detail::kMemoryAlignment);
    std::memset(memory, 0x5a, bytes);
    give_memory(memory);
  }
}

TEST_CASE("a large block serves the next one of its size, and not one of a quarter of it") {
  void* const first = take_memory(size_t{10} << 20);
  const size_t before = detail::kept_memory();
  give_memory(first);
  if (detail::kept_memory() == before) return;  // nothing is kept under a sanitizer
  CHECK(detail::kept_memory() >= before + (size_t{10} << 20));
  void* const small = take_memory(size_t{2} << 20);
  CHECK(small != first);
  void* const second = take_memory(size_t{10} << 20);
  CHECK(second == first);
  CHECK(detail::kept_memory() <= before);
  give_memory(second);
  give_memory(small);
}

TEST_CASE("shelves have blocks of all sizes below large ones, a quarter larger than asked for at most") {
  size_t before = 0;
  for (size_t bytes = 1; bytes < detail::SizeClass::kMaxBytes; ++bytes) {
    const detail::SizeClass size_class = detail::SizeClass::of_bytes(bytes);
    if (size_class.bytes < bytes || size_class.bytes - bytes > std::max<size_t>(bytes / 4, 63) ||
        size_class.number >= detail::SizeClass::kCount ||
        (size_class.number != before && size_class.number != before + 1) ||
        detail::SizeClass::bytes_of(size_class.number) != size_class.bytes) {
      FAIL("a block of " << bytes << " bytes is one of " << size_class.bytes << " on shelf " << size_class.number);
    }
    before = size_class.number;
  }
  CHECK(before == detail::SizeClass::kCount - 1);
}

TEST_CASE("a thread keeps small blocks, a size apart from another, and no more than said") {
  void* const first = take_memory(4096);
  void* const smallest = take_memory(1);
  const size_t before = detail::kept_memory_of_thread();
  give_memory(first);
  if (detail::kept_memory_of_thread() == before) {  // nothing is kept under a sanitizer
    give_memory(smallest);
    return;
  }
  CHECK(detail::kept_memory_of_thread() == before + 4096);
  void* const larger = take_memory(5121);
  CHECK(larger != first);
  void* const second = take_memory(4000);
  CHECK(second == first);
  CHECK(detail::kept_memory_of_thread() == before);
  give_memory(smallest);
  CHECK(detail::kept_memory_of_thread() == before + 64);
  CHECK(take_memory(64) == smallest);
  give_memory(smallest);
  give_memory(second);
  give_memory(larger);

  std::vector<void*> taken;
  for (size_t bytes = 1; bytes < 131072; bytes += bytes < 1100 ? 33 : 997) {
    void* const memory = take_memory(bytes);
    CHECK(reinterpret_cast<uintptr_t>(memory) % detail::kMemoryAlignment == 0);
    std::memset(memory, 0x5a, bytes);
    taken.push_back(memory);
  }
  for (void* memory : taken) {
    give_memory(memory);
    CHECK(detail::kept_memory_of_thread() <= detail::kMaxKeptByThread);
  }
  // What another thread took and gave back is gone with it, and may be given back here.
  void* given = nullptr;
  std::thread([&] {
    give_memory(take_memory(8000));
    given = take_memory(9000);
    CHECK(detail::kept_memory_of_thread() > 0);
  }).join();
  give_memory(given);
}

TEST_CASE("no more is kept than said: the block that was given back first goes first") {
  std::vector<void*> taken;
  for (int k = 0; k < 12; ++k) taken.push_back(take_memory(detail::kMaxKept / 8));
  for (void* memory : taken) {
    give_memory(memory);
    CHECK(detail::kept_memory() <= detail::kMaxKept);
  }
  void* const larger = take_memory(detail::kMaxKept * 2);
  const size_t before = detail::kept_memory();
  give_memory(larger);
  CHECK(detail::kept_memory() == before);
}

}  // namespace ag::test
