#pragma once
/// Parallel loops. A range of iterations is a function of its own, which the runtime calls on all available threads.
/// The other values that it needs are in a record of its caller.
#include <optional>
#include <span>

#include "llvm/emit/parallelize.h"
#include "llvm/emit/shared_values.h"

namespace ag::codegen {

class ParallelLoopEmitter {
 public:
  ParallelLoopEmitter(EmissionContext& context, SharedValueAnalysis& shared) : context_(context), shared_(shared) {}

  /// Returns how threads share the nest of an outermost loop; nullopt if they do not.
  std::optional<Parallelization> sharing(const Statement& nest);
  /// Returns the number of blocks of a long row per range; 0 if threads do not share the row.
  int64_t shared_blocks(const Statement& fold);

  /// Returns the estimated time of a nest in which threads share `loop`, in proportion to the trip count of that loop.
  llvm::Value* nanoseconds(const Statement& nest, const Statement& loop);

  /// The iterations 0 … count - 1 that threads share, in ranges of multiples of `chunk` iterations. `nanoseconds`: the
  /// estimated time of all iterations.
  struct Iterations {
    llvm::Value* count;
    int64_t chunk;
    llvm::Value* nanoseconds;
  };
  using RangeBody = llvm::function_ref<void(llvm::Value* begin, llvm::Value* end, std::span<llvm::Value* const> more)>;
  /// Emits a runtime call for iterations of a statement. `body` emits the function body for one range; `more` are
  /// values that it takes besides those of the statement.
  void emit_ranges(const Statement& statement, const Iterations& iterations, std::span<llvm::Value* const> more,
                   RangeBody body);

 private:
  EmissionContext& context_;
  SharedValueAnalysis& shared_;
};

}  // namespace ag::codegen
