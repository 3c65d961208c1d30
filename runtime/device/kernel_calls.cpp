#include "device/kernel_calls.h"

#include <cstring>
#include <type_traits>

#include "device/kernel_launch.h"

namespace ag::device {

namespace {

KernelThread& self() { return *current_kernel_thread(); }

uint32_t axis_of(Extent3 extent, int axis) { return axis == 0 ? extent.x : axis == 1 ? extent.y : extent.z; }

uint32_t call_thread(int axis) { return axis_of(self().place, axis); }
uint32_t call_block(int axis) { return axis_of(self().block->place, axis); }
uint32_t call_threads(int axis) { return axis_of(self().launch->call().block, axis); }
uint32_t call_blocks(int axis) { return axis_of(self().launch->call().grid, axis); }

void* call_shared_memory() { return self().block->shared; }
void* call_pointer(uint64_t address) { return self().launch->pointer(address); }

void call_barrier(int statement) { self().launch->barrier(self(), statement); }
void call_warp_barrier(uint32_t mask, int statement) { self().launch->warp_barrier(self(), mask, statement); }
uint64_t call_shuffle_down(uint32_t mask, uint64_t value, uint32_t delta, uint32_t width, int statement) {
  return self().launch->shuffle(self(), mask, value, {ShuffleKind::Down, delta, width}, statement);
}
uint64_t call_shuffle_xor(uint32_t mask, uint64_t value, uint32_t lanes, uint32_t width, int statement) {
  return self().launch->shuffle(self(), mask, value, {ShuffleKind::Xor, lanes, width}, statement);
}
void call_grid_barrier(int statement) { self().launch->grid_barrier(self(), statement); }
void call_fence() { self().launch->fence(self()); }

template <class T>
T number_of(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
uint64_t bits_of(T value) {
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}

/// Updates a number in memory; one thread runs at a time, so a load and a store are atomic.
template <class T, class Combine>
uint64_t update(KernelThread& thread, void* address, uint64_t value, int order, int array, int statement,
                Combine combine) {
  thread.launch->atomic_access(thread, {address, sizeof(T), array, statement, AccessKind::AtomicUpdate}, order);
  T before;
  std::memcpy(&before, address, sizeof(T));
  const T after = combine(before, number_of<T>(value));
  std::memcpy(address, &after, sizeof(T));
  if (bits_of(before) != bits_of(after)) thread.launch->note_progress();
  thread.launch->give_way(thread);
  return bits_of(before);
}

template <class Combine>
uint64_t update_number(void* address, uint64_t value, int number, int order, int array, int statement,
                       Combine combine) {
  KernelThread& thread = self();
  switch (number) {
    case AG_DEVICE_INT32:
      return update<int32_t>(thread, address, value, order, array, statement, combine);
    case AG_DEVICE_UINT32:
      return update<uint32_t>(thread, address, value, order, array, statement, combine);
    case AG_DEVICE_INT64:
      return update<int64_t>(thread, address, value, order, array, statement, combine);
    case AG_DEVICE_UINT64:
      return update<uint64_t>(thread, address, value, order, array, statement, combine);
    case AG_DEVICE_FLOAT32:
      return update<float>(thread, address, value, order, array, statement, combine);
    default:
      return update<double>(thread, address, value, order, array, statement, combine);
  }
}

uint64_t call_atomic_add(void* address, uint64_t value, int number, int order, int array, int statement) {
  return update_number(address, value, number, order, array, statement, [](auto before, auto added) {
    using Number = decltype(before);
    if constexpr (std::is_integral_v<Number>) {  // wraps
      using Unsigned = std::make_unsigned_t<Number>;
      return static_cast<Number>(static_cast<Unsigned>(before) + static_cast<Unsigned>(added));
    } else {
      return before + added;
    }
  });
}
uint64_t call_atomic_min(void* address, uint64_t value, int number, int order, int array, int statement) {
  return update_number(address, value, number, order, array, statement,
                       [](auto before, auto other) { return other < before ? other : before; });
}

uint64_t call_load_acquire(const void* address, uint32_t bytes, int array, int statement) {
  KernelThread& thread = self();
  thread.launch->atomic_access(thread, {address, bytes, array, statement, AccessKind::AtomicLoad}, AG_DEVICE_ACQUIRE);
  uint64_t value = 0;
  std::memcpy(&value, address, bytes);
  thread.launch->give_way(thread);
  return value;
}
void call_store_release(void* address, uint64_t value, uint32_t bytes, int array, int statement) {
  KernelThread& thread = self();
  thread.launch->atomic_access(thread, {address, bytes, array, statement, AccessKind::AtomicStore}, AG_DEVICE_RELEASE);
  std::memcpy(address, &value, bytes);
  thread.launch->note_progress();
  thread.launch->give_way(thread);
}

void call_access(const void* address, uint32_t bytes, int kind, int array, int statement) {
  KernelThread& thread = self();
  const AccessKind access = kind == AG_DEVICE_STORE ? AccessKind::Store : AccessKind::Load;
  thread.launch->access(thread, {address, bytes, array, statement, access});
}

}  // namespace

KernelThread*& current_kernel_thread() {
  thread_local KernelThread* thread = nullptr;
  return thread;
}

const AgDeviceCalls& kernel_calls() {
  static const AgDeviceCalls calls = {
      AG_DEVICE_ABI_VERSION, call_thread,        call_block,   call_threads,      call_blocks,
      call_shared_memory,    call_pointer,       call_barrier, call_warp_barrier, call_shuffle_down,
      call_shuffle_xor,      call_grid_barrier,  call_fence,   call_atomic_add,   call_atomic_min,
      call_load_acquire,     call_store_release, call_access};
  return calls;
}

}  // namespace ag::device
