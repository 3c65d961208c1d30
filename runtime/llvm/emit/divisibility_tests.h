#pragma once
/// Divisibility tests: comparisons of a remainder by a constant with a constant, as x % 15 == 0.
///
/// Programs that profit: loops over integers that test divisibility: counting multiples, leap years, sieves with known
/// divisors.
#include <llvm/IR/IRBuilder.h>

namespace ag::codegen {

/// Emits `remainder == rest` without a division. Returns null if the operands do not have this form.
llvm::Value* emit_divisibility_test(llvm::IRBuilder<>& ir, llvm::Value* remainder, llvm::Value* rest);

}  // namespace ag::codegen
