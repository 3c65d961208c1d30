#pragma once
/// Emission of loops: as scalar code, which LLVM vectorizes; unrolled; with non-temporal stores; shared by threads.
#include "llvm/emit/compress_loop.h"
#include "llvm/emit/emission_context.h"
#include "llvm/emit/parallel_loop_emitter.h"

namespace ag::codegen {

class StatementEmitter;

class LoopEmitter {
 public:
  LoopEmitter(EmissionContext& context, ParallelLoopEmitter& threads, StatementEmitter& statements)
      : context_(context), ir_(context.function.ir()), threads_(threads), statements_(statements) {}

  void emit(const Statement& loop);

 private:
  /// The iterations of a loop that the current function runs: those of one thread.
  struct Range {
    const Statement* loop = nullptr;
    llvm::Value *begin = nullptr, *end = nullptr;
  };

  bool share(const Statement& nest);
  void emit_nest(const Statement& loop);
  void emit_rounds(const Statement& loop, bool innermost);
  void emit_unrolled(const Statement& loop);
  void emit_streamed(const Statement& loop);
  void emit_compressed(const Statement& loop, const CompressLoop& compress);
  llvm::Value* int64(int64_t value) { return ir_.getInt64(static_cast<uint64_t>(value)); }
  llvm::Value* count_of(const Statement& loop) { return context_.values.trip_count(loop); }
  Range range_of(const Statement& loop);

  EmissionContext& context_;
  llvm::IRBuilder<>& ir_;
  ParallelLoopEmitter& threads_;
  StatementEmitter& statements_;
  Range range_;
};

}  // namespace ag::codegen
