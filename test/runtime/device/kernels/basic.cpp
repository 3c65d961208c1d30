/// Kernels that are right: indices, barriers, warps, atomic operations, memory.
#include <utility>

#include "kernel.h"

namespace {

using namespace kernels;

void add_one(void* const* p) {
  const auto x = array<int>(p, 0);
  const int count = number<int>(p, 1);
  if (index() < count) x.store(index(), x.load(index()) + 1);
}

/// x[place in the launch] = the coordinates as one number.
void coordinates(void* const* p) {
  const auto x = array<int>(p, 0);
  int place = 0, number = 0;
  for (int axis = 2; axis >= 0; --axis) {
    const int at = static_cast<int>(calls->block(axis) * calls->threads(axis) + calls->thread(axis));
    place = place * static_cast<int>(calls->blocks(axis) * calls->threads(axis)) + at;
    number = number * 100 + at;
  }
  x.store(place, number);
}

/// y[block] = the sum of the block's part of x, by halving in shared memory.
void block_sums(void* const* p) {
  const auto x = array<float>(p, 0);
  const auto y = array<float>(p, 1);
  const auto s = shared<float>();
  s.store(thread(), x.load(index()));
  for (int width = threads() / 2; width > 0; width /= 2) {
    barrier();
    if (thread() < width) s.store(thread(), s.load(thread()) + s.load(thread() + width));
  }
  if (thread() == 0) y.store(block(), s.load(0));
}

/// y[warp] = the sum of the warp's part of x, by shuffles.
void warp_sums(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  auto sum = static_cast<uint32_t>(x.load(index()));
  for (uint32_t delta = 16; delta > 0; delta /= 2) {
    sum += static_cast<uint32_t>(calls->shuffle_down(0xffffffff, sum, delta, 32, __LINE__));
  }
  if (thread() % 32 == 0) y.store(index() / 32, static_cast<int>(sum));
}

/// Shuffles in halves of a warp, in code that only the even lanes run: y[i] = x[i + 2] in the half, else x[i].
void shuffle_halves(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  if (thread() % 2 != 0) return;
  const auto value = static_cast<uint64_t>(x.load(thread()));
  y.store(thread(), static_cast<int>(calls->shuffle_down(0x55555555, value, 2, 16, __LINE__)));
}

/// y[i] = the sum of the half of its warp, by exchanges between lanes whose numbers differ in one bit.
void half_warp_sums(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  auto sum = static_cast<uint32_t>(x.load(index()));
  const uint32_t mask = 0xffffU << (thread() & 16);
  for (uint32_t lanes = 8; lanes > 0; lanes /= 2) {
    sum += static_cast<uint32_t>(calls->shuffle_xor(mask, sum, lanes, 32, __LINE__));
  }
  y.store(index(), static_cast<int>(sum));
}

/// Lanes exchange by shared memory, with barriers of the warp.
void warp_exchange(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  for (int i = 0; i < 3; ++i) {
    s.store(thread(), x.load(thread()) + i);
    warp_barrier();
    const int other = s.load(thread() ^ 1);
    warp_barrier();
    x.store(thread(), other);
  }
}

/// y[0] = the sum of x: the last block to finish adds the sums of all blocks.
void last_block_sum(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  const auto parts = array<int>(p, 2);
  const auto counter = array<int>(p, 3);
  const auto s = shared<int>();
  s.store(thread(), x.load(index()));
  barrier();
  if (thread() == 0) {
    int sum = 0;
    for (int i = 0; i < threads(); ++i) sum += s.load(i);
    parts.store(block(), sum);
    fence();
    if (counter.add(0, 1) == blocks() - 1) {
      fence();
      int total = 0;
      for (int i = 0; i < blocks(); ++i) total += parts.load(i);
      y.store(0, total);
      counter.store(0, 0);
    }
  }
}

/// Rounds of x[i] = x[i - 1] + x[i + 1] on a ring, between two arrays, with grid barriers.
void ring(void* const* p) {
  auto from = array<int>(p, 0);
  auto to = array<int>(p, 1);
  const int rounds = number<int>(p, 2);
  const int count = blocks() * threads();
  for (int i = 0; i < rounds; ++i) {
    to.store(index(), from.load((index() + 1) % count) + from.load((index() + count - 1) % count));
    grid_barrier();
    std::swap(from, to);
  }
}

/// Block i waits for block i - 1, which wrote its element: a chain by release and acquire.
void chain(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto flags = array<int>(p, 1);
  if (block() > 0) {
    while (flags.load_acquire(block() - 1) == 0) {
    }
  }
  x.store(block(), block() > 0 ? x.load(block() - 1) + 1 : 1);
  flags.store_release(block(), 1);
}

/// Atomic operations of each type: x is 8-byte slots.
void atomics(void* const* p) {
  auto* slots = number<uint64_t*>(p, 0);
  const auto bits_of = [](auto value) {
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof(value));
    return bits;
  };
  const uint64_t mine = static_cast<uint64_t>(index());
  calls->atomic_add(slots + 0, bits_of(-1), AG_DEVICE_INT32, AG_DEVICE_RELAXED, 0, __LINE__);
  calls->atomic_add(slots + 1, bits_of(uint64_t{1} << 33), AG_DEVICE_UINT64, AG_DEVICE_RELAXED, 0, __LINE__);
  calls->atomic_add(slots + 2, bits_of(0.5f), AG_DEVICE_FLOAT32, AG_DEVICE_RELAXED, 0, __LINE__);
  calls->atomic_add(slots + 3, bits_of(0.25), AG_DEVICE_FLOAT64, AG_DEVICE_RELAXED, 0, __LINE__);
  calls->atomic_min(slots + 4, bits_of(10 - static_cast<int>(mine)), AG_DEVICE_INT32, AG_DEVICE_RELAXED, 0, __LINE__);
  calls->atomic_min(slots + 5, mine + 7, AG_DEVICE_UINT64, AG_DEVICE_RELAXED, 0, __LINE__);
}

/// x is a table of two addresses; the arrays that they lead to are copied.
void through_table(void* const* p) {
  const auto table = array<uint64_t>(p, 0);
  const Array<int> from(static_cast<int*>(calls->pointer(table.load(0))), -1);
  const Array<int> to(static_cast<int*>(calls->pointer(table.load(1))), -1);
  to.store(thread(), from.load(thread()));
}

/// Accesses of single bytes: threads write neighbours.
void bytes(void* const* p) {
  const auto x = array<uint8_t>(p, 0);
  x.store(index(), static_cast<uint8_t>(index()));
  barrier();
  const bool is_last = x.load((index() + 1) % threads()) == 0;
  barrier();
  if (is_last) x.store(index(), 99);
}

constexpr AgDeviceKernel kKernels[] = {
    {"add_one", add_one, 2, 1024, 0},
    {"coordinates", coordinates, 1, 1024, 0},
    {"block_sums", block_sums, 2, 1024, 256},
    {"warp_sums", warp_sums, 2, 1024, 0},
    {"shuffle_halves", shuffle_halves, 2, 1024, 0},
    {"half_warp_sums", half_warp_sums, 2, 1024, 0},
    {"warp_exchange", warp_exchange, 1, 1024, 128},
    {"last_block_sum", last_block_sum, 4, 1024, 256},
    {"ring", ring, 3, 1024, 0},
    {"chain", chain, 2, 1024, 0},
    {"atomics", atomics, 1, 1024, 0},
    {"through_table", through_table, 1, 1024, 0},
    {"bytes", bytes, 1, 1024, 0},
};

}  // namespace

AG_TEST_MODULE(kKernels)
