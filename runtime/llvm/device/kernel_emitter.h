#pragma once
/// Emission of kernels: the tasks of a team, and the statements of a task.
#include "llvm/device/check_emitter.h"
#include "llvm/device/team_reductions.h"

namespace ag::codegen {

class KernelEmitter {
 public:
  KernelEmitter(const DevicePlan& plan, DeviceFunctions& device, bool omit_barriers);

  void emit(const DeviceKernel& kernel);

 private:
  void emit_tasks();
  void emit_task(llvm::Value* task, llvm::Value* count, bool is_narrow);
  void store_numbers();

  void block(const Block& statements);
  void statement(const Statement& statement);
  void emit_let(const Statement& statement);
  void emit_arg_extremum(const Statement& statement);
  void emit_load(const Statement& statement);
  void emit_store(const Statement& statement);
  void emit_loop(const Statement& loop);
  void emit_reduction(const Statement& row);
  void emit_branches(const Statement& statement);
  void emit_while(const Statement& statement);
  bool is_shared(const Statement& loop) const;
  llvm::Value* axis_index(Register id) const;

  KernelContext context_;
  CheckEmitter checks_;
  TeamReductions reductions_;
  const DeviceKernel* kernel_ = nullptr;
  std::vector<llvm::Value*> places_;  // by axis: the index of the present task
};

}  // namespace ag::codegen
