/// Kernels with one fault each in their synchronization, beside the right ones: <name> and <name>_wrong.
#include "kernel.h"

namespace {

using namespace kernels;

/// x reversed in shared memory. Wrong: no barrier between the stores and the loads.
template <bool kIsRight>
void reverse(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  s.store(thread(), x.load(thread()));
  if (kIsRight) barrier();
  x.store(thread(), s.load(threads() - 1 - thread()));
}

/// Rounds in shared memory. Wrong: no barrier between the loads of a round and the stores of the next one.
template <bool kIsRight>
void rounds(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  int value = x.load(thread());
  for (int i = 0; i < 4; ++i) {
    s.store(thread(), value);
    barrier();
    value += s.load((thread() + 1) % threads());
    if (kIsRight) barrier();
  }
  x.store(thread(), value);
}

/// The last block adds the sums of all. Wrong: no fence between its sum and the counter.
template <bool kIsRight>
void last_block(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto parts = array<int>(p, 1);
  const auto counter = array<int>(p, 2);
  if (thread() != 0) return;
  parts.store(block(), x.load(index()));
  if (kIsRight) fence();
  if (counter.add(0, 1) != blocks() - 1) return;
  fence();
  int sum = 0;
  for (int i = 0; i < blocks(); ++i) sum += parts.load(i);
  x.store(0, sum);
}

/// As above, with parts that all threads store. Wrong: no barrier before the fence of thread 0.
template <bool kIsRight>
void last_block_parts(void* const* p) {
  const auto parts = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  const auto counter = array<int>(p, 2);
  parts.store(index(), index());
  if (kIsRight) barrier();
  if (thread() != 0) return;
  fence();
  if (counter.add(0, 1) != blocks() - 1) return;
  fence();
  int sum = 0;
  for (int i = 0; i < blocks() * threads(); ++i) sum += parts.load(i);
  y.store(0, sum);
}

/// Block 0 hands a value to block 1. Wrong: the counter that says so orders nothing.
template <bool kIsRight>
void hand_over(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto counter = array<int>(p, 1);
  if (block() == 0) {
    x.store(0, 42);
    counter.add(0, 1, kIsRight ? AG_DEVICE_RELEASE : AG_DEVICE_RELAXED);
  } else {
    while (counter.add(0, 0, kIsRight ? AG_DEVICE_ACQUIRE : AG_DEVICE_RELAXED) == 0) {
    }
    x.store(1, x.load(0));
  }
}

/// Counts threads. Wrong: a load and a store, which lose updates.
template <bool kIsRight>
void count(void* const* p) {
  const auto x = array<int>(p, 0);
  if (kIsRight) {
    x.add(0, 1);
  } else {
    x.store(0, x.load(0) + 1);
  }
}

/// A barrier. Wrong: the second half of the block does not come.
template <bool kIsRight>
void half(void* const* p) {
  const auto x = array<int>(p, 0);
  if (kIsRight || thread() < threads() / 2) barrier();
  x.store(thread(), thread());
}

/// Wrong: two barriers, of which each thread reaches one.
template <bool kIsRight>
void either(void* const* p) {
  const auto x = array<int>(p, 0);
  if (kIsRight || thread() % 2 == 0) {
    barrier();
  } else {
    barrier();
  }
  x.store(thread(), thread());
}

/// Wrong: a shuffle of the whole warp that half of it reaches.
template <bool kIsRight>
void half_shuffle(void* const* p) {
  const auto x = array<int>(p, 0);
  if (!kIsRight && thread() % 32 < 16) return;
  const auto value = static_cast<uint64_t>(x.load(thread()));
  x.store(thread(), static_cast<int>(calls->shuffle_down(0xffffffff, value, 1, 32, __LINE__)));
}

/// Block 1 reads a value that block 0 has stored in global memory. The wrong kernel reads it in the shared memory of
/// block 0.
template <bool kIsRight>
void other_block(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto addresses = array<uint64_t>(p, 1);
  const auto flag = array<int>(p, 2);
  const auto s = shared<int>();
  if (block() == 0) {
    s.store(0, 11);
    if (kIsRight) x.store(1, s.load(0));
    addresses.store(0, reinterpret_cast<uint64_t>(s.data()));
    flag.store_release(0, 1);
    while (flag.load_acquire(1) == 0) {
    }
  } else {
    while (flag.load_acquire(0) == 0) {
    }
    const Array<int> theirs(reinterpret_cast<int*>(addresses.load(0)), kShared);
    x.store(0, kIsRight ? x.load(1) : theirs.load(0));
    flag.store_release(1, 1);
  }
}

/// Two phases over the grid. Wrong: a barrier of the block between them.
template <bool kIsRight>
void phases(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  x.store(index(), index());
  if (kIsRight) {
    grid_barrier();
  } else {
    barrier();
  }
  y.store(index(), x.load(blocks() * threads() - 1 - index()));
}

/// A barrier of the grid. Wrong: the last block does not come.
template <bool kIsRight>
void most_blocks(void* const* p) {
  const auto x = array<int>(p, 0);
  if (!kIsRight && block() == blocks() - 1) return;
  grid_barrier();
  x.store(index(), index());
}

/// Neighbours in a warp exchange. Wrong: no barrier of the warp.
template <bool kIsRight>
void neighbours(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  s.store(thread(), x.load(thread()));
  if (kIsRight) warp_barrier();
  x.store(thread(), s.load(thread() ^ 1));
}

/// Wrong: a barrier of half a warp orders nothing for the other half.
template <bool kIsRight>
void partial_mask(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  s.store(thread(), x.load(thread()));
  warp_barrier(thread() < 16 ? 0x0000ffff : 0xffff0000);
  x.store(thread(), s.load(kIsRight ? thread() ^ 1 : thread() ^ 16));
}

/// Every block waits for the last one. Right only if all are resident at once.
void wait_for_last(void* const* p) {
  const auto flag = array<int>(p, 0);
  if (block() == blocks() - 1) {
    flag.store_release(0, 1);
  } else {
    while (flag.load_acquire(0) == 0) {
    }
  }
}

/// Works for a while, so that streams overlap: y = x + 1.
void plus_one(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  y.store(index(), x.load(index()) + 1);
}

constexpr AgDeviceKernel kKernels[] = {
    {"reverse", reverse<true>, 1, 1024, 256},
    {"reverse_wrong", reverse<false>, 1, 1024, 256},
    {"rounds", rounds<true>, 1, 1024, 256},
    {"rounds_wrong", rounds<false>, 1, 1024, 256},
    {"last_block", last_block<true>, 3, 1024, 0},
    {"last_block_wrong", last_block<false>, 3, 1024, 0},
    {"last_block_parts", last_block_parts<true>, 3, 1024, 0},
    {"last_block_parts_wrong", last_block_parts<false>, 3, 1024, 0},
    {"hand_over", hand_over<true>, 2, 1024, 0},
    {"hand_over_wrong", hand_over<false>, 2, 1024, 0},
    {"count", count<true>, 1, 1024, 0},
    {"count_wrong", count<false>, 1, 1024, 0},
    {"half", half<true>, 1, 1024, 0},
    {"half_wrong", half<false>, 1, 1024, 0},
    {"either", either<true>, 1, 1024, 0},
    {"either_wrong", either<false>, 1, 1024, 0},
    {"half_shuffle", half_shuffle<true>, 1, 1024, 0},
    {"half_shuffle_wrong", half_shuffle<false>, 1, 1024, 0},
    {"other_block", other_block<true>, 3, 1024, 64},
    {"other_block_wrong", other_block<false>, 3, 1024, 64},
    {"phases", phases<true>, 2, 1024, 0},
    {"phases_wrong", phases<false>, 2, 1024, 0},
    {"most_blocks", most_blocks<true>, 1, 1024, 0},
    {"most_blocks_wrong", most_blocks<false>, 1, 1024, 0},
    {"neighbours", neighbours<true>, 1, 1024, 256},
    {"neighbours_wrong", neighbours<false>, 1, 1024, 256},
    {"partial_mask", partial_mask<true>, 1, 1024, 256},
    {"partial_mask_wrong", partial_mask<false>, 1, 1024, 256},
    {"wait_for_last", wait_for_last, 1, 1024, 0},
    {"plus_one", plus_one, 2, 1024, 0},
};

}  // namespace

AG_TEST_MODULE(kKernels)
