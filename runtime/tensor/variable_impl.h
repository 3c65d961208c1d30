#pragma once
/// What the copies of a variable share: its value, behind a lock that is held as long as it takes to exchange it.
#include <mutex>
#include <string>

#include "ag/variable.h"
#include "tensor/impl.h"

namespace ag::detail {

struct VariableImpl : Counted {
  DType dtype = DType::float32;
  Shape shape;  // of every value; unknown where they differ
  bool trainable = true;
  std::string name;
  SourceLocation place = SourceLocation::current();
  Tensor handle;  // its address, as a number of graphs

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
  static VariableImpl* impl(const ag::Variable& variable) { return variable.impl_; }
  static uint64_t trace(const ag::Variable& variable) { return variable.trace_; }
  static uint32_t handle(const ag::Variable& variable) { return variable.handle_; }
  static void set_handle(ag::Variable& variable, uint64_t trace, uint32_t handle) {
    variable.trace_ = trace;
    variable.handle_ = handle;
  }
};

}  // namespace ag::detail
