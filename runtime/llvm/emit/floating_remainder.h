#pragma once
/// The remainder of floating-point numbers (C's fmod) as instructions.
///
/// Programs that profit: angles and phases that are reduced to one turn, periodic positions, random numbers by linear
/// congruences.
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace ag::codegen {

/// Returns the function of the module that computes the remainders of two numbers, or of the lanes of two vectors, of
/// type `type`. `library` is the function of the C library for one number.
///
/// The remainder of magnitudes x and y is x - q y with q = trunc(x / y). If x / y has less bits than the significand,
/// then q is the quotient or one more, and an fma computes x - q y without a rounding, since it is a multiple of the
/// last bit of y that is not greater than y. Other operands, among them zeros, infinities and NaN, are left to the
/// library.
llvm::Function* floating_remainder(llvm::Module& module, llvm::Type* type, llvm::FunctionCallee library);

}  // namespace ag::codegen
