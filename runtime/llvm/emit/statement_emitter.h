#pragma once
/// Emission of statements. Each kind of statement that needs more than a few instructions has an emitter of its own,
/// which emits nested blocks through this one.
#include <span>

#include "llvm/emit/arg_reduction_emitter.h"
#include "llvm/emit/call_emitter.h"
#include "llvm/emit/emission_context.h"
#include "llvm/emit/function_splitter.h"
#include "llvm/emit/loop_emitter.h"
#include "llvm/emit/parallel_loop_emitter.h"
#include "llvm/emit/reduction_emitter.h"

namespace ag::codegen {

class StatementEmitter {
 public:
  explicit StatementEmitter(EmissionContext& context);
  StatementEmitter(const StatementEmitter&) = delete;

  /// Emits a block. Cuts it into parts if it is too large.
  void block(const Block& statements);
  void run(std::span<const Statement> statements);
  /// Emits the body of a loop for `lanes` indices from `first` on. The caller ends the lanes.
  void lanes(const Statement& loop, llvm::Value* first, int64_t lanes);
  /// Emits the functions that have been called.
  void emit_functions() { calls_.emit_functions(); }

 private:
  void statement(const Statement& statement);
  void emit(const Statement& statement);
  void emit_let(const Statement& statement);
  void emit_if(const Statement& statement);
  void emit_switch(const Statement& statement);
  void emit_while(const Statement& statement);

  // array_statements.cpp: statements that call the runtime, about whole arrays or for errors.
  void emit_check(const Statement& statement);
  void emit_apply(const Statement& statement);
  void emit_box(const Statement& statement);
  void emit_alias(const Statement& statement);
  void emit_swap(const Statement& statement);
  void call_for_array(const char* name, const Statement& statement);
  bool is_ready(const Statement& dense) const;

  EmissionContext& context_;
  const Program& program_;
  FunctionBuilder& function_;
  llvm::IRBuilder<>& ir_;
  NamedValues& values_;
  SharedValueAnalysis shared_;
  FunctionSplitter splitter_;
  ParallelLoopEmitter threads_;
  LoopEmitter loops_;
  ReductionEmitter reductions_;
  ArgReductionEmitter arg_reductions_;
  CallEmitter calls_;
};

}  // namespace ag::codegen
