#pragma once
/// Emission of operations on numbers: the primitives of kernel/scalar/primitives.def, conversions, and the forms of
/// numbers in registers and in memory. It depends on no processor and on no runtime: `ScalarTarget` has the
/// differences.
///
/// A number is an LLVM value of its dtype: booleans are i1 (a byte in memory), half types are i16 with their bits. All
/// operands may instead be vectors of as many numbers; the result is then a vector, too.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Module.h>

#include <span>
#include <string>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// The differences between processors.
struct ScalarTarget {
  bool converts_float16 = false;  // by instructions; otherwise functions convert one number at a time
};

class ScalarEmitter {
 public:
  ScalarEmitter(llvm::IRBuilder<>& ir, llvm::Module& module, const ScalarTarget& target)
      : ir_(ir), module_(module), context_(module.getContext()), target_(target) {}

  llvm::Type* type(DType dtype) const;         // in registers
  llvm::Type* stored_type(DType dtype) const;  // in memory
  llvm::Value* from_memory(DType dtype, llvm::Value* value);
  llvm::Value* to_memory(DType dtype, llvm::Value* value);

  llvm::Value* constant(DType dtype, uint64_t bits) const;
  /// Emits a primitive with operands `x`. `dtype` is that of the last operand, and `result` that of the result.
  llvm::Value* primitive(Primitive primitive, Rounding rounding, DType dtype, DType result,
                         const std::vector<llvm::Value*>& x);
  llvm::Value* arithmetic(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b);
  llvm::Value* compare(Primitive primitive, DType dtype, llvm::Value* a, llvm::Value* b);
  /// Converts as detail::convert does: floating-point values out of range saturate, and NaN becomes 0.
  llvm::Value* convert(DType from, DType to, llvm::Value* value);
  /// Returns the rewrites that a rounding permits.
  static llvm::FastMathFlags flags(Rounding rounding);

 private:
  llvm::Value* intrinsic(llvm::Intrinsic::ID id, llvm::Value* value);
  /// Returns a function of the runtime without effects on numbers of the types of the arguments, or of their lanes.
  llvm::FunctionCallee declare(const std::string& name, llvm::Type* result, const std::vector<llvm::Value*>& arguments);
  llvm::Value* call(const std::string& name, llvm::Type* result, const std::vector<llvm::Value*>& arguments);
  bool converts_in_vectors(DType half) const;
  llvm::Value* widen(DType half, llvm::Value* bits);
  llvm::Value* narrow(DType half, llvm::Value* value);
  llvm::Value* saturate(DType to, llvm::Type* target, llvm::Value* value);

  llvm::IRBuilder<>& ir_;
  llvm::Module& module_;
  llvm::LLVMContext& context_;
  const ScalarTarget target_;
};

}  // namespace ag::codegen
