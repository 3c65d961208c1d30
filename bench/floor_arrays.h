#pragma once
/// What the floors are called with: arrays of their own, elements of tensors, numbers that the compiler does not know.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <vector>

#include "ag/ag.h"

namespace bench {

/// An array that a floor writes to: elements at a multiple of 64 bytes, touched once.
template <class T>
class Buffer {
 public:
  explicit Buffer(int64_t n) : n_(n), bytes_(std::make_shared<std::vector<std::byte>>(n * sizeof(T) + 64)) {}
  T* data() const {
    const auto at = reinterpret_cast<uintptr_t>(bytes_->data());
    return reinterpret_cast<T*>((at + 63) / 64 * 64);
  }
  double sum() const {
    double total = 0;
    for (T value : std::span(data(), static_cast<size_t>(n_))) total += static_cast<double>(value);
    return total;
  }

 private:
  int64_t n_;
  std::shared_ptr<std::vector<std::byte>> bytes_;
};

template <class T>
const T* elements(const ag::Tensor& x) {
  return x.data<T>().data();
}

/// A number that the compiler does not know.
template <class T>
T given(T value) {
  if constexpr (std::is_floating_point_v<T>)
    asm volatile("" : "+x"(value) : : "memory");
  else
    asm volatile("" : "+r"(value) : : "memory");
  return value;
}

}  // namespace bench
