#pragma once
/// The functions of a device that kernels call, and the form of its modules. Two implementations exist: NVIDIA GPUs
/// (PTX), and the emulated device, which checks each access.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <memory>
#include <string>
#include <vector>

#include "ag/error.h"
#include "device_plan/device_plan.h"
#include "llvm/emit/scalar_emitter.h"

namespace ag::codegen {

/// The index of an array of a kernel in the tables of the module, or of a statement; -1: none.
using TableIndex = int32_t;

class DeviceFunctions {
 public:
  explicit DeviceFunctions(llvm::Module& module) : module_(module), ir_(module.getContext()) {}
  virtual ~DeviceFunctions() = default;
  DeviceFunctions(const DeviceFunctions&) = delete;

  llvm::IRBuilder<>& ir() { return ir_; }
  llvm::Module& module() { return module_; }
  virtual ScalarTarget scalar_target() const = 0;

  /// A pointer parameter of a kernel, with its name for messages.
  struct Parameter {
    std::string name;
    bool is_exchanged = false;  // threads load elements that others store
    llvm::Value* address = nullptr;
    TableIndex index = -1;
  };
  /// Starts the emission of a kernel, and sets the addresses and indices of its parameters. A block has at most
  /// `threads` threads.
  virtual llvm::Function* begin(const std::string& name, int64_t threads, std::vector<Parameter>& parameters) = 0;
  /// Completes the module after the last kernel.
  virtual void finish() {}
  /// Returns the index of a place in the user's source.
  virtual TableIndex statement(const SourceLocation&) { return -1; }

  // Numbers of 32 bits along the first axis.
  virtual llvm::Value* thread() = 0;
  virtual llvm::Value* block() = 0;
  virtual llvm::Value* blocks() = 0;

  /// Waits for the lanes of the mask, and orders their accesses.
  virtual void warp_barrier(llvm::Value* mask, TableIndex statement) = 0;
  /// Returns the 32-bit value of the lane whose number differs by `lanes`.
  virtual llvm::Value* shuffle_xor(llvm::Value* mask, llvm::Value* value, uint32_t lanes, TableIndex statement) = 0;
  /// Orders the accesses of the thread for all threads of the device.
  virtual void fence() = 0;

  /// An access to `bytes` bytes of an array, for checks.
  struct Access {
    llvm::Value* address;
    uint64_t bytes;
    bool is_store;
    TableIndex array, statement;
  };
  /// Precedes each access that is not atomic.
  virtual void access(const Access&) {}
  /// Stores the smaller unsigned 64-bit number atomically, and returns the number before. It orders nothing.
  virtual llvm::Value* atomic_min(llvm::Value* address, llvm::Value* value, TableIndex array) = 0;
  /// Loads and stores 64-bit numbers that other threads access atomically.
  virtual llvm::Value* atomic_load(llvm::Value* address, TableIndex array) = 0;
  virtual void atomic_store(llvm::Value* address, llvm::Value* value, TableIndex array) = 0;

 protected:
  llvm::Module& module_;
  llvm::IRBuilder<> ir_;
};

std::unique_ptr<DeviceFunctions> make_ptx_functions(llvm::Module& module);
std::unique_ptr<DeviceFunctions> make_emulated_functions(llvm::Module& module, bool checked);

}  // namespace ag::codegen
