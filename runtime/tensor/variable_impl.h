#pragma once
/// What the copies of a variable share: its value, behind a lock that is held as long as it takes to exchange it.
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "ag/variable.h"
#include "tensor/impl.h"

namespace ag::detail {

/// What a variable leads to that is no tensor: a dataset, or a place in one.
struct Resource {
  virtual ~Resource() = default;
  /// What a graph takes for granted of it, as numbers; found out where that takes doing something.
  virtual const std::vector<int64_t>& type(SourceLocation location) = 0;
  /// The same for people; only after type().
  virtual std::string text() const = 0;
};

struct VariableImpl : Counted {
  DType dtype = DType::float32;
  Shape shape;  // of every value; unknown where they differ
  bool trainable = true;
  std::string name;
  SourceLocation place = SourceLocation::current();
  Tensor handle;                       // its address, as a number of graphs
  std::shared_ptr<Resource> resource;  // where it holds no tensor

  Tensor read() const {
    const std::lock_guard lock(mutex_);
    return value_;
  }
  void write(Tensor value) {
    const std::lock_guard lock(mutex_);
    std::swap(value_, value);  // the old one is destroyed behind the lock
  }
  /// `next` makes the new value of the old one, which it may overwrite where nobody else has it. If it throws, the
  /// variable keeps its value.
  template <class F>
  void change(F&& next) {
    const std::lock_guard lock(mutex_);
    next(value_);
  }

 private:
  mutable std::mutex mutex_;
  Tensor value_;
};

/// For the layers that look behind a variable.
struct VariableAccess {
  /// A variable without a value that leads to a resource, and the number that leads to it.
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
    __builtin_memcpy(impl->handle.impl()->data, &address, sizeof(address));
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
