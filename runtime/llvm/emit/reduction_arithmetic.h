#pragma once
/// Emission of the operations of a reduction on lanes: it combines lanes with further elements, and lanes with each
/// other in the order of kernel/reduce/reduce.h.
#include "kernel/reduce/reduce.h"
#include "llvm/emit/scalar_emitter.h"

namespace ag::codegen {

/// The lanes of a reduction, as the number of elements of LLVM vectors.
inline constexpr auto kWidth = static_cast<uint64_t>(kernel::kLanes);

/// The operands of a reduction: an element or a vector of elements.
struct ReductionOperand {
  llvm::Value *value, *factor;
};

class ReductionArithmetic {
 public:
  ReductionArithmetic(const Program& program, llvm::IRBuilder<>& ir, ScalarEmitter& scalars)
      : program_(program), ir_(ir), scalars_(scalars) {}

  llvm::Value* identity(const RowReduction& fold) const;
  llvm::Value* combine(const RowReduction& fold, llvm::Value* a, llvm::Value* b);
  /// Combines lanes with elements, or with products of elements and their factors.
  llvm::Value* take(const RowReduction& fold, llvm::Value* total, const ReductionOperand& further);
  /// Combines lanes with several groups of elements in order. For extrema, the order of comparisons does not affect the
  /// element that a lane ends with, even among equal elements or NaNs.
  llvm::Value* take_together(const RowReduction& fold, llvm::Value* total, const ReductionOperand& values,
                             int64_t together);
  /// Reduces the lanes by repeated halving. Missing lanes would hold the identity and are skipped.
  llvm::Value* halve(const RowReduction& fold, llvm::Value* lanes);
  /// Loads and stores `count` lanes in memory that is aligned to the widest vector.
  llvm::Value* load_lanes(DType dtype, llvm::Value* memory, int64_t count);
  void store_lanes(DType dtype, llvm::Value* lanes, llvm::Value* memory);

 private:
  const Program& program_;
  llvm::IRBuilder<>& ir_;
  ScalarEmitter& scalars_;
};

}  // namespace ag::codegen
