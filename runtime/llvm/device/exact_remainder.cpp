#include "llvm/device/exact_remainder.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>

namespace ag::codegen {

namespace {

class RemainderBuilder {
 public:
  explicit RemainderBuilder(llvm::Function& function)
      : function_(function), ir_(function.getContext()), type_(function.getReturnType()) {}

  void build() {
    llvm::Value *a = function_.getArg(0), *b = function_.getArg(1);
    llvm::BasicBlock *start = add("start"), *special = add("special"), *ordinary = add("ordinary");
    ir_.SetInsertPoint(start);
    llvm::Value* const x = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
    llvm::Value* const y = ir_.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, b);
    llvm::Value* const infinity = llvm::ConstantFP::getInfinity(type_);
    llvm::Value* const has_result = ir_.CreateAnd(ir_.CreateFCmpOLT(x, infinity), ir_.CreateFCmpOGT(y, number(0)));
    ir_.CreateCondBr(has_result, ordinary, special);
    ir_.SetInsertPoint(special);
    ir_.CreateRet(llvm::ConstantFP::getNaN(type_));
    ir_.SetInsertPoint(ordinary);
    llvm::Value* const rest = remove_multiples(x, y, largest_multiple(x, y));
    ir_.CreateRet(ir_.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, rest, a));
  }

 private:
  llvm::BasicBlock* add(const char* name) { return llvm::BasicBlock::Create(function_.getContext(), name, &function_); }
  llvm::Value* number(double value) { return llvm::ConstantFP::get(type_, value); }

  /// Returns the greatest y · 2^k that is at most x, or y.
  llvm::Value* largest_multiple(llvm::Value* x, llvm::Value* y) {
    llvm::Value* const half = ir_.CreateFMul(x, number(0.5));
    llvm::BasicBlock *before = ir_.GetInsertBlock(), *test = add("grow"), *twice = add("twice"), *after = add("grown");
    ir_.CreateBr(test);
    ir_.SetInsertPoint(test);
    llvm::PHINode* const multiple = ir_.CreatePHI(type_, 2);
    multiple->addIncoming(y, before);
    ir_.CreateCondBr(ir_.CreateFCmpOLE(multiple, half), twice, after);
    ir_.SetInsertPoint(twice);
    multiple->addIncoming(ir_.CreateFAdd(multiple, multiple), twice);
    ir_.CreateBr(test);
    ir_.SetInsertPoint(after);
    return multiple;
  }

  /// Returns x less the multiples from `first` down to y.
  llvm::Value* remove_multiples(llvm::Value* x, llvm::Value* y, llvm::Value* first) {
    llvm::BasicBlock *before = ir_.GetInsertBlock(), *step = add("step"), *next = add("next"), *after = add("end");
    ir_.CreateBr(step);
    ir_.SetInsertPoint(step);
    llvm::PHINode *rest = ir_.CreatePHI(type_, 2), *multiple = ir_.CreatePHI(type_, 2);
    rest->addIncoming(x, before);
    multiple->addIncoming(first, before);
    llvm::Value* const less = ir_.CreateSelect(ir_.CreateFCmpOGE(rest, multiple), ir_.CreateFSub(rest, multiple), rest);
    ir_.CreateCondBr(ir_.CreateFCmpOGT(multiple, y), next, after);
    ir_.SetInsertPoint(next);
    rest->addIncoming(less, next);
    multiple->addIncoming(ir_.CreateFMul(multiple, number(0.5)), next);
    ir_.CreateBr(step);
    ir_.SetInsertPoint(after);
    return less;
  }

  llvm::Function& function_;
  llvm::IRBuilder<> ir_;
  llvm::Type* const type_;
};

}  // namespace

llvm::Function* exact_remainder(llvm::Module& module, llvm::Type* type) {
  const char* const name = type->isFloatTy() ? "ag_exact_remainder_float32" : "ag_exact_remainder_float64";
  if (llvm::Function* const made = module.getFunction(name)) return made;
  auto* const function = llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, false),
                                                llvm::Function::InternalLinkage, name, module);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  RemainderBuilder(*function).build();
  return function;
}

}  // namespace ag::codegen
