#pragma once
/// The state that all emitters of a kernel share: the values of registers, the memory of arrays, and the team.
#include <vector>

#include "llvm/device/device_functions.h"
#include "program/def_use.h"

namespace ag::codegen {

class KernelContext {
 public:
  KernelContext(const DevicePlan& on, DeviceFunctions& functions)
      : plan(on),
        program(on.program),
        device(functions),
        ir(functions.ir()),
        scalars(functions.ir(), functions.module(), functions.scalar_target()) {}
  KernelContext(const KernelContext&) = delete;

  /// Starts a kernel: its parameters and the values that its threads have at the start.
  void begin(const DeviceKernel& of);

  llvm::Value* use(Register id);
  void define(Register id, llvm::Value* value) { registers_[static_cast<size_t>(id)] = value; }
  /// Assigns a variable.
  void set(Register id, llvm::Value* value) { ir.CreateStore(value, variable(id)); }
  /// Returns the trip count of a loop.
  llvm::Value* trip_count(const Statement& loop);
  /// Returns memory of the thread. It is allocated at the start of the kernel.
  llvm::AllocaInst* stack(llvm::Type* type, const char* name);

  llvm::BasicBlock* new_block(const char* name);
  /// Emits `if (condition) body()`.
  void when(llvm::Value* condition, llvm::function_ref<void()> body);
  /// Emits `for (index = first; index < end; index += step) body(index)`, in 64 bits.
  void counted(llvm::Value* first, llvm::Value* end, llvm::Value* step, llvm::function_ref<void(llvm::Value*)> body);
  llvm::ConstantInt* int64(int64_t value) { return ir.getInt64(static_cast<uint64_t>(value)); }

  // Memory.
  llvm::Value* load(const Statement& statement);
  void store(const Statement& statement);
  llvm::Value* load_slot(Register id);
  void store_slot(Register id, llvm::Value* value);
  /// True if the statement accesses an array that the kernel stores.
  bool touches_stored(const Statement& statement) const;

  /// The threads of a team meet. Does nothing for a team of one thread.
  void meet(const SourceLocation& location);

  const DevicePlan& plan;
  const Program& program;
  DeviceFunctions& device;
  llvm::IRBuilder<>& ir;
  ScalarEmitter scalars;
  bool omit_barriers = false;  // for tests of the emulated device's checks

  const DeviceKernel* kernel = nullptr;
  llvm::Function* function = nullptr;
  llvm::Value* lane = nullptr;      // of the thread in its team, 64 bits
  llvm::Value* mask = nullptr;      // of the team's lanes in the warp
  bool is_uniform = false;          // the threads of a team of several execute the present code alike
  llvm::BasicBlock* end = nullptr;  // returns
  DeviceFunctions::Parameter faults;

 private:
  llvm::AllocaInst* variable(Register id);
  struct Place {
    llvm::Value* address;
    TableIndex array;
    bool is_private;
  };
  Place element(const Statement& statement);
  Place slot(Register id);
  void check(const Place& place, uint64_t bytes, bool is_store, const SourceLocation& location);

  struct ArrayPlace {
    llvm::Value* address = nullptr;
    TableIndex index = -1;
    bool is_private = false, is_stored = false;
  };

  std::vector<llvm::Value*> registers_;
  std::vector<llvm::AllocaInst*> variables_;
  std::vector<ArrayPlace> arrays_;
  DeviceFunctions::Parameter numbers_;
};

}  // namespace ag::codegen
