#pragma once
/// Emission of checks in kernels: the order of a check in the program, and the record of a fault.
///
/// The order is the number of checks that a sequential execution of the kernel meets before, where each `While` counts
/// as one iteration: the threads that meet checks of one `While` are one thread.
#include "llvm/device/kernel_context.h"

namespace ag::codegen {

class CheckEmitter {
 public:
  explicit CheckEmitter(KernelContext& context) : context_(context) {}

  /// Starts a kernel: without checks it does nothing after a fault.
  void begin();
  /// Emits a check. A thread that fails leaves the kernel.
  void emit(const Statement& check);

  /// The checks of a block of statements, which are emitted in order.
  class Scope {
   public:
    /// `first` is the number of checks before the block.
    Scope(CheckEmitter& checks, llvm::Value* first) : checks_(checks), outer_(checks.next_) { checks.next_ = first; }
    ~Scope() { checks_.next_ = outer_; }
    Scope(const Scope&) = delete;

   private:
    CheckEmitter& checks_;
    llvm::Value* const outer_;
  };
  /// Returns the number of checks before the present place; before iteration `index` of a loop there.
  llvm::Value* next() const { return next_; }
  llvm::Value* next_in(const Statement& loop, llvm::Value* index);
  /// Continues after a statement.
  void pass(const Statement& statement);
  /// Returns the number of checks in a statement.
  static int64_t count(const Statement& statement);

 private:
  void record(const Statement& check, llvm::Value* order);
  void write_record(const Statement& check, llvm::Value* order);
  llvm::Value* field(size_t offset);
  llvm::Value* load(size_t offset, const SourceLocation& location);
  void store(size_t offset, llvm::Value* value, const SourceLocation& location);

  KernelContext& context_;
  llvm::Value* next_ = nullptr;
};

}  // namespace ag::codegen
