#pragma once
/// The shared state of the copies of a variable: its value, under a lock that is held only while the value is
/// exchanged.
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ag/variable.h"
#include "tensor/impl.h"

namespace ag::detail {

/// An object other than a tensor that a variable refers to: a dataset, or a position in one.
struct Resource {
  virtual ~Resource() = default;
  /// Returns the properties that a graph assumes, as numbers. Finding them may take work, such as computing an element.
  virtual const std::vector<int64_t>& type(SourceLocation location) = 0;
  /// Returns a description for messages; only after type().
  virtual std::string text() const = 0;
};

struct VariableImpl : Counted {
  DType dtype = DType::float32;
  device::DeviceNumber device_number = device::kHost;  // that has the values: that of the first one
  Shape shape;                                         // of every value; unknown where they differ
  bool trainable = true;
  std::string name;
  SourceLocation place = SourceLocation::current();
  Tensor handle;                       // its address, as a number of graphs
  std::shared_ptr<Resource> resource;  // if it holds no tensor

  Tensor read() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  void write(Tensor value) {
    const std::lock_guard lock(mutex_);
    std::swap(value_, value);  // the old value is destroyed after the lock is released
  }
  /// `next` replaces the value, and may overwrite it if it has a single owner. If `next` throws, the variable keeps its
  /// value.
  template <class F>
  void change(F&& next) {
    const std::lock_guard lock(mutex_);
    next(value_);
  }

 private:
  mutable std::mutex mutex_;
  Tensor value_;
};

/// Access to the state of a variable, for other layers.
struct VariableAccess {
  /// Returns a variable without a value that refers to a resource, and the number that identifies it.
  static ag::Variable make(std::shared_ptr<Resource> resource, const char* kind, SourceLocation location) {
    ag::Variable variable;
    auto* impl = variable.impl_ = new VariableImpl;
    impl->dtype = DType::uint64;
    impl->trainable = false;
    impl->name = kind;
    impl->place = location;
    impl->resource = std::move(resource);
    impl->handle = allocate(DType::uint64, Shape());
    const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(impl));
    __builtin_memcpy(impl->handle.impl()->data(), &address, sizeof(address));
    return variable;
  }
  static VariableImpl* impl(const ag::Variable& variable) { return variable.impl_; }
  static uint64_t trace(const ag::Variable& variable) { return variable.trace_; }
  static uint32_t handle(const ag::Variable& variable) { return variable.handle_; }
  static void set_handle(ag::Variable& variable, uint64_t trace, uint32_t handle) {
    variable.trace_ = trace;
    variable.handle_ = handle;
  }
};

}  // namespace ag::detail
