#pragma once
/// A vector of trivially copyable elements with inline storage for the first N.
#include <cstddef>
#include <cstring>
#include <initializer_list>
#include <span>
#include <type_traits>

namespace ag::detail {

template <class T, size_t N>
class SmallVector {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  SmallVector() = default;
  explicit SmallVector(size_t count, T value = T()) { resize(count, value); }
  SmallVector(std::initializer_list<T> values) : SmallVector(std::span<const T>(values.begin(), values.size())) {}
  explicit SmallVector(std::span<const T> values) { assign(values.data(), values.size()); }
  SmallVector(const SmallVector& other) { assign(other.data(), other.size_); }
  SmallVector(SmallVector&& other) noexcept { take(other); }
  SmallVector& operator=(const SmallVector& other) {
    if (this != &other) assign(other.data(), other.size_);
    return *this;
  }
  SmallVector& operator=(SmallVector&& other) noexcept {
    if (this != &other) {
      delete[] heap_;
      heap_ = nullptr;
      take(other);
    }
    return *this;
  }
  ~SmallVector() { delete[] heap_; }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* data() { return heap_ ? heap_ : inline_; }
  const T* data() const { return heap_ ? heap_ : inline_; }
  T& operator[](size_t i) { return data()[i]; }
  const T& operator[](size_t i) const { return data()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  T& back() { return data()[size_ - 1]; }
  const T& back() const { return data()[size_ - 1]; }
  operator std::span<const T>() const { return {data(), size_}; }

  void push_back(T value) {
    if (size_ == capacity_) grow(size_ + 1);
    data()[size_++] = value;
  }
  /// Appends `count` uninitialized elements and returns a pointer to them.
  T* extend(size_t count) {
    const size_t size = size_ + count;
    if (size > capacity_) grow(size);
    T* added = data() + size_;
    size_ = static_cast<unsigned>(size);
    return added;
  }
  void resize(size_t count, T value = T()) {
    if (count > capacity_) grow(count);
    for (size_t i = size_; i < count; ++i) data()[i] = value;
    size_ = static_cast<unsigned>(count);
  }
  void clear() { size_ = 0; }
  void insert(size_t at, T value) {
    push_back(value);
    for (size_t i = size_ - 1; i > at; --i) data()[i] = data()[i - 1];
    data()[at] = value;
  }
  void erase(size_t at) {
    --size_;
    for (size_t i = at; i < size_; ++i) data()[i] = data()[i + 1];
  }
  bool operator==(const SmallVector& other) const {
    if (size_ != other.size_) return false;
    for (size_t i = 0; i < size_; ++i) {
      if (data()[i] != other.data()[i]) return false;
    }
    return true;
  }

 private:
  // Avoids <algorithm>, whose inclusion would cost every user's compilation more than the rest of this file.
  static void copy(const T* from, size_t count, T* to) {
    for (size_t i = 0; i < count; ++i) to[i] = from[i];
  }
  void assign(const T* values, size_t count) {
    if (count > capacity_) grow(count);
    copy(values, count, data());
    size_ = static_cast<unsigned>(count);
  }
  void take(SmallVector& other) noexcept {
    heap_ = other.heap_;
    size_ = other.size_;
    capacity_ = other.capacity_;
    if (!heap_) copy(other.inline_, size_, inline_);
    other.heap_ = nullptr;
    other.size_ = 0;
    other.capacity_ = N;
  }
  // Out of line, so that callers reserve no registers for a rare case.
  [[gnu::cold, gnu::noinline]] void grow(size_t count) {
    const size_t twice = 2 * size_t{capacity_}, capacity = count > twice ? count : twice;
    T* heap = new T[capacity];
    copy(data(), size_, heap);
    delete[] heap_;
    heap_ = heap;
    capacity_ = static_cast<unsigned>(capacity);
  }

  unsigned size_ = 0;
  unsigned capacity_ = N;
  T* heap_ = nullptr;
  T inline_[N];
};

}  // namespace ag::detail
