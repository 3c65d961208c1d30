#pragma once
/// Kernels in C++ for the emulated device, as the code generator makes them: each access is announced before it
/// happens. A file has one module: its kernels, then AG_TEST_MODULE. Statements are lines of that file.
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "device/kernel_abi.h"

namespace kernels {

inline const AgDeviceCalls* calls = nullptr;  // of this module

inline constexpr int kShared = 4;  // the array "shared"
inline constexpr AgDeviceArray kArrays[] = {{"x", 0}, {"y", 1}, {"z", 2}, {"w", 3}, {"shared", -1}};

/// An array of a kernel, whose accesses are checked.
template <class T>
class Array {
 public:
  Array(T* data, int number) : data_(data), number_(number) {}

  T load(int64_t i, int statement = __builtin_LINE()) const {
    calls->access(data_ + i, sizeof(T), AG_DEVICE_LOAD, number_, statement);
    return data_[i];
  }
  void store(int64_t i, T value, int statement = __builtin_LINE()) const {
    calls->access(data_ + i, sizeof(T), AG_DEVICE_STORE, number_, statement);
    data_[i] = value;
  }
  /// A load of several elements at once, such as ld.global.v4.f32.
  template <size_t Count>
  std::array<T, Count> load_vector(int64_t i, int statement = __builtin_LINE()) const {
    calls->access(data_ + i, sizeof(T) * Count, AG_DEVICE_LOAD, number_, statement);
    std::array<T, Count> values;
    for (size_t k = 0; k < Count; ++k) values[k] = data_[i + static_cast<int64_t>(k)];
    return values;
  }
  /// Atomic operations on int32_t.
  T add(int64_t i, T value, int order = AG_DEVICE_RELAXED, int statement = __builtin_LINE()) const {
    const auto bits = static_cast<uint64_t>(static_cast<uint32_t>(value));
    return static_cast<T>(calls->atomic_add(data_ + i, bits, AG_DEVICE_INT32, order, number_, statement));
  }
  T load_acquire(int64_t i, int statement = __builtin_LINE()) const {
    return static_cast<T>(calls->load_acquire(data_ + i, sizeof(T), number_, statement));
  }
  void store_release(int64_t i, T value, int statement = __builtin_LINE()) const {
    calls->store_release(data_ + i, static_cast<uint64_t>(value), sizeof(T), number_, statement);
  }
  T* data() const { return data_; }
  int number() const { return number_; }

 private:
  T* data_;
  int number_;
};

template <class T>
T number(void* const* parameters, int i) {
  return *static_cast<T*>(parameters[i]);
}

/// The array that is parameter `i`.
template <class T>
Array<T> array(void* const* parameters, int i) {
  return {number<T*>(parameters, i), i};
}

template <class T>
Array<T> shared() {
  return {static_cast<T*>(calls->shared_memory()), kShared};
}

inline int thread() { return static_cast<int>(calls->thread(0)); }
inline int threads() { return static_cast<int>(calls->threads(0)); }
inline int block() { return static_cast<int>(calls->block(0)); }
inline int blocks() { return static_cast<int>(calls->blocks(0)); }
inline int index() { return block() * threads() + thread(); }
inline void barrier(int statement = __builtin_LINE()) { calls->barrier(statement); }
inline void warp_barrier(uint32_t mask = 0xffffffff, int statement = __builtin_LINE()) {
  calls->warp_barrier(mask, statement);
}
inline void grid_barrier(int statement = __builtin_LINE()) { calls->grid_barrier(statement); }
inline void fence() { calls->fence(); }

/// The places "<file>:<line>" of a file.
inline const char* const* lines_of(const char* path, int count) {
  static const std::vector<std::string> texts = [=] {
    std::string file = path;
    file = file.substr(file.rfind('/') + 1);
    std::vector<std::string> result;
    for (int line = 0; line < count; ++line) result.push_back(file + ":" + std::to_string(line));
    return result;
  }();
  static const std::vector<const char*> pointers = [] {
    std::vector<const char*> result;
    for (const std::string& text : texts) result.push_back(text.c_str());
    return result;
  }();
  return pointers.data();
}

}  // namespace kernels

/// Exports the kernels of an array of AgDeviceKernel.
#define AG_TEST_MODULE(kernel_array)                                                 \
  extern "C" __attribute__((visibility("default"))) AgDeviceModule ag_device_module; \
  AgDeviceModule ag_device_module = {AG_DEVICE_ABI_VERSION,                          \
                                     std::size(kernel_array),                        \
                                     std::size(kernels::kArrays),                    \
                                     __LINE__ + 1,                                   \
                                     kernel_array,                                   \
                                     kernels::kArrays,                               \
                                     kernels::lines_of(__FILE__, __LINE__ + 1),      \
                                     &kernels::calls};
