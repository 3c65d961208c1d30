#pragma once
/// Arg-reductions of registers. A NaN is the extremum at any position, so each comparison would need a test for NaN. In
/// vector code, floating-point operands of all rows are tested once together, and then searched as if there were no
/// NaN. If there is one, a cold branch finds the first NaN of each row.
///
/// Programs that profit: maxima and minima of short rows: the nearest of several centres, the class of a row of scores,
/// steps of dynamic programming.
#include <vector>

#include "llvm/emit/emission_context.h"

namespace ag::codegen {

class ArgReductionEmitter {
 public:
  explicit ArgReductionEmitter(EmissionContext& context) : context_(context), ir_(context.function.ir()) {}

  void emit(const Statement& statement);

 private:
  /// An extremum and its index.
  struct Found {
    llvm::Value *element = nullptr, *place = nullptr;
  };

  Found find(const Statement& statement);
  Found search(Primitive end, DType dtype, const std::vector<llvm::Value*>& row, bool numbers);
  Found search_for_nan(const std::vector<llvm::Value*>& row, Found among_numbers);
  llvm::Value* place_number(llvm::Value* like, size_t place);

  EmissionContext& context_;
  llvm::IRBuilder<>& ir_;
  const Statement* searched_ = nullptr;  // the last arg-reduction, with its result in found_, in the function in_
  const llvm::Function* in_ = nullptr;
  Found found_;
};

}  // namespace ag::codegen
