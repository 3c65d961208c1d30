/// Kernels with one fault each in their use of memory, beside the right ones: <name> and <name>_wrong.
#include "kernel.h"

namespace {

using namespace kernels;

/// Doubles x. Wrong: one element too many.
template <bool kIsRight>
void bounds(void* const* p) {
  const auto x = array<int>(p, 0);
  const int count = number<int>(p, 1);
  for (int i = index(); kIsRight ? i < count : i <= count; i += blocks() * threads()) {
    const int value = x.load(i);
    x.store(i, 2 * value);
  }
}

/// y[i] = x[i], by an index that is computed by way of a large number. Wrong: that overflows 32 bits.
template <bool kIsRight>
void overflow(void* const* p) {
  constexpr uint32_t kLarge = 1000000000;
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  const auto large = static_cast<int64_t>(index()) * kLarge;
  const int64_t wrapped = static_cast<int32_t>(static_cast<uint32_t>(index()) * kLarge);
  y.store(index(), x.load((kIsRight ? large : wrapped) / kLarge));
}

/// y = x, four elements at a time. Wrong: from the second element on.
template <bool kIsRight>
void vectors(void* const* p) {
  const auto x = array<float>(p, 0);
  const auto y = array<float>(p, 1);
  const int first = kIsRight ? 0 : 1;
  const std::array<float, 4> values = x.load_vector<4>(first + 4 * index());
  for (int k = 0; k < 4; ++k) y.store(4 * index() + k, values[static_cast<size_t>(k)]);
}

/// y = x + y. Right where y has a value.
void add_to(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  y.store(index(), x.load(index()) + y.load(index()));
}

/// y = x; wrong: x = x + y, where x is an input.
template <bool kIsRight>
void store_result(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto y = array<int>(p, 1);
  if (kIsRight) {
    y.store(index(), x.load(index()));
  } else {
    x.store(index(), x.load(index()) + 1);
  }
}

/// Shared memory of 32 numbers. Wrong: thread 31 uses the one after.
template <bool kIsRight>
void shared_bounds(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  s.store(kIsRight ? thread() : thread() + 1, x.load(thread()));
  barrier();
  x.store(thread(), s.load(kIsRight ? thread() : thread() + 1));
}

/// Shared memory. Wrong: nothing is stored into it.
template <bool kIsRight>
void shared_value(void* const* p) {
  const auto x = array<int>(p, 0);
  const auto s = shared<int>();
  if (kIsRight) s.store(thread(), 5);
  x.store(thread(), s.load(thread()));
}

/// x is a table with the address of y. Wrong: the address is used as it is.
template <bool kIsRight>
void table(void* const* p) {
  const uint64_t address = array<uint64_t>(p, 0).load(0);
  auto* data = static_cast<int*>(kIsRight ? calls->pointer(address) : reinterpret_cast<void*>(address));
  Array<int>(data, -1).store(0, 7);
}

/// Memory of the thread itself, and constants, are no findings.
void own_memory(void* const* p) {
  static constexpr int kTable[4] = {3, 1, 4, 1};
  int local[4] = {};
  const Array<int> own(local, -1);
  const Array<const int> constants(kTable, -1);
  for (int i = 0; i < 4; ++i) own.store(i, constants.load(i));
  array<int>(p, 0).store(0, own.load(2));
}

constexpr AgDeviceKernel kKernels[] = {
    {"bounds", bounds<true>, 2, 1024, 0},
    {"bounds_wrong", bounds<false>, 2, 1024, 0},
    {"overflow", overflow<true>, 2, 1024, 0},
    {"overflow_wrong", overflow<false>, 2, 1024, 0},
    {"vectors", vectors<true>, 2, 1024, 0},
    {"vectors_wrong", vectors<false>, 2, 1024, 0},
    {"add_to", add_to, 2, 1024, 0},
    {"store_result", store_result<true>, 2, 1024, 0},
    {"store_result_wrong", store_result<false>, 2, 1024, 0},
    {"shared_bounds", shared_bounds<true>, 1, 1024, 128},
    {"shared_bounds_wrong", shared_bounds<false>, 1, 1024, 128},
    {"shared_value", shared_value<true>, 1, 1024, 128},
    {"shared_value_wrong", shared_value<false>, 1, 1024, 128},
    {"table", table<true>, 1, 1024, 0},
    {"table_wrong", table<false>, 1, 1024, 0},
    {"own_memory", own_memory, 1, 1024, 0},
};

}  // namespace

AG_TEST_MODULE(kKernels)
