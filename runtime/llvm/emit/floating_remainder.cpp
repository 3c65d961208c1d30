#include "llvm/emit/floating_remainder.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Intrinsics.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/VFABIDemangler.h>
#include <llvm/Support/FormatVariadic.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include <string>
#include <vector>

namespace ag::codegen {

namespace {

std::string name_of(llvm::Type* type) {
  const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(type);
  std::string name = type->getScalarType()->isFloatTy() ? "ag_remainder_float32" : "ag_remainder_float64";
  if (lanes) name += '_' + std::to_string(lanes->getNumElements());
  return name;
}

/// Returns the results of the library, one lane after another.
llvm::Value* call_library(llvm::IRBuilder<>& ir, llvm::FunctionCallee library, llvm::Value* a, llvm::Value* b) {
  const auto* lanes = llvm::dyn_cast<llvm::FixedVectorType>(a->getType());
  if (!lanes) return ir.CreateCall(library, {a, b});
  llvm::Value* result = llvm::PoisonValue::get(a->getType());
  for (uint64_t lane = 0; lane < lanes->getNumElements(); ++lane) {
    llvm::Value* one = ir.CreateCall(library, {ir.CreateExtractElement(a, lane), ir.CreateExtractElement(b, lane)});
    result = ir.CreateInsertElement(result, one, lane);
  }
  return result;
}

/// Defines the library's function for the lanes of two vectors that a mask selects.
llvm::Function* make_masked(llvm::Module& module, llvm::FunctionCallee library, llvm::Type* number, unsigned lanes) {
  llvm::LLVMContext& context = module.getContext();
  auto* vector = llvm::FixedVectorType::get(number, lanes);
  auto* mask = llvm::FixedVectorType::get(llvm::Type::getInt1Ty(context), lanes);
  auto* function = llvm::Function::Create(llvm::FunctionType::get(vector, {vector, vector, mask}, false),
                                          llvm::Function::InternalLinkage, name_of(vector) + "_masked", module);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  auto* start = llvm::BasicBlock::Create(context, "start", function);
  auto* some = llvm::BasicBlock::Create(context, "some", function);
  auto* none = llvm::BasicBlock::Create(context, "none", function);
  llvm::IRBuilder<> ir(start);
  llvm::Value* const selected = ir.CreateOrReduce(function->getArg(2));
  ir.CreateCondBr(selected, some, none, llvm::MDBuilder(context).createUnlikelyBranchWeights());
  ir.SetInsertPoint(none);
  ir.CreateRet(function->getArg(0));
  ir.SetInsertPoint(some);
  ir.CreateRet(call_library(ir, library, function->getArg(0), function->getArg(1)));
  return function;
}

/// Lets the loop vectorizer widen calls of the library, which lie in a branch.
void add_vector_variants(llvm::Module& module, llvm::FunctionCallee library, llvm::Type* number) {
  auto* scalar = llvm::cast<llvm::Function>(library.getCallee());
  if (scalar->hasFnAttribute(llvm::VFABI::MappingsAttrName)) return;
  std::string variants;
  std::vector<llvm::GlobalValue*> used;
  for (const unsigned lanes : {2, 4, 8, 16}) {
    llvm::Function* const masked = make_masked(module, library, number, lanes);
    used.push_back(masked);
    if (!variants.empty()) variants += ',';
    variants += llvm::formatv("_ZGV_LLVM_M{0}vv_{1}({2})", lanes, scalar->getName(), masked->getName()).str();
  }
  scalar->addFnAttr(llvm::VFABI::MappingsAttrName, variants);
  llvm::appendToCompilerUsed(module, used);
}

}  // namespace

llvm::Function* floating_remainder(llvm::Module& module, llvm::Type* type, llvm::FunctionCallee library) {
  const std::string name = name_of(type);
  if (llvm::Function* made = module.getFunction(name)) return made;
  if (!type->isVectorTy()) add_vector_variants(module, library, type);
  llvm::LLVMContext& context = module.getContext();
  auto* function = llvm::Function::Create(llvm::FunctionType::get(type, {type, type}, false),
                                          llvm::Function::InternalLinkage, name, module);
  function->addFnAttr(llvm::Attribute::AlwaysInline);
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  auto* start = llvm::BasicBlock::Create(context, "start", function);
  auto* by_library = llvm::BasicBlock::Create(context, "library", function);
  auto* end = llvm::BasicBlock::Create(context, "end", function);
  llvm::Value *a = function->getArg(0), *b = function->getArg(1);

  llvm::IRBuilder<> ir(start);
  llvm::Value* const x = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, a);
  llvm::Value* const y = ir.CreateUnaryIntrinsic(llvm::Intrinsic::fabs, b);
  llvm::Value* const ratio = ir.CreateFDiv(x, y);
  llvm::Value* const quotient = ir.CreateUnaryIntrinsic(llvm::Intrinsic::trunc, ratio);
  llvm::Value* rest = ir.CreateIntrinsic(llvm::Intrinsic::fma, {type}, {ir.CreateFNeg(quotient), y, x});
  rest = ir.CreateSelect(ir.CreateFCmpOLT(rest, llvm::Constant::getNullValue(type)), ir.CreateFAdd(rest, y), rest);
  rest = ir.CreateSelect(ir.CreateFCmpOLT(x, y), x, rest);  // also for an infinite y
  rest = ir.CreateBinaryIntrinsic(llvm::Intrinsic::copysign, rest, a);
  const double limit = type->getScalarType()->isFloatTy() ? 0x1p24 : 0x1p53;
  llvm::Value* exact = ir.CreateFCmpOLT(ratio, llvm::ConstantFP::get(type, limit));
  if (type->isVectorTy()) exact = ir.CreateAndReduce(exact);
  ir.CreateCondBr(exact, end, by_library, llvm::MDBuilder(context).createLikelyBranchWeights());

  ir.SetInsertPoint(by_library);
  llvm::Value* const other = call_library(ir, library, a, b);
  ir.CreateBr(end);

  ir.SetInsertPoint(end);
  llvm::PHINode* const result = ir.CreatePHI(type, 2);
  result->addIncoming(rest, start);
  result->addIncoming(other, by_library);
  ir.CreateRet(result);
  return function;
}

}  // namespace ag::codegen
