#pragma once
/// The remainder of floating-point numbers (C's fmod) for devices without a library.
#include <llvm/IR/Function.h>
#include <llvm/IR/Module.h>

namespace ag::codegen {

/// Returns the function of the module that computes the remainder of two numbers of a floating-point type. The result
/// is exact, so it has the bits of every correct implementation: multiples of the divisor by powers of two are
/// subtracted, from the largest one down, and each difference of numbers within a factor of two is exact.
llvm::Function* exact_remainder(llvm::Module& module, llvm::Type* type);

}  // namespace ag::codegen
