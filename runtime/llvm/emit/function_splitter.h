#pragma once
/// Splits large programs into several functions. LLVM's analyses of loops (dominance, facts at the entry) take time
/// that is quadratic in the number of loops of a function. With functions of bounded size the time is linear.
///
/// Blocks outside of loops are cut into parts, each a function that its block calls once. Numbers from outside are
/// parameters of a part. Results that are needed outside are in memory of its caller.
///
/// Programs that profit: programs of many loops: neural networks of many layers, loops that tracing has unrolled,
/// gradients of either.
#include <span>

#include "llvm/emit/shared_values.h"

namespace ag::codegen {

class StatementEmitter;

/// Returns the size of the code of a statement, in statements about numbers.
int64_t code_weight(const Statement& statement);

class FunctionSplitter {
 public:
  FunctionSplitter(EmissionContext& context, SharedValueAnalysis& shared, StatementEmitter& statements)
      : context_(context), shared_(shared), statements_(statements) {}

  /// Emits a block in parts. Returns false, and emits nothing, if it is small.
  bool split(const Block& block);

 private:
  void emit_part(std::span<const Statement> statements);

  EmissionContext& context_;
  SharedValueAnalysis& shared_;
  StatementEmitter& statements_;
};

}  // namespace ag::codegen
