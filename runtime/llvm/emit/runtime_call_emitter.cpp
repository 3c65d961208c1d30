#include "llvm/emit/runtime_call_emitter.h"

#include <cstddef>

#include "program/runtime_abi.h"

namespace ag::codegen {

void RuntimeCallEmitter::call(const char* name, std::vector<llvm::Value*> arguments) {
  arguments.insert(arguments.begin(), function_.runtime());
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      function_.module().getOrInsertFunction(name, llvm::FunctionType::get(ir_.getInt32Ty(), types, false));
  leave_if_failed(ir_.CreateCall(callee, arguments));
}

llvm::Value* RuntimeCallEmitter::length(ArrayId array) {
  auto* type = llvm::FunctionType::get(ir_.getInt64Ty(), {ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  const llvm::FunctionCallee callee = function_.module().getOrInsertFunction("ag_rt_length", type);
  llvm::CallInst* call = ir_.CreateCall(callee, {function_.runtime(), ir_.getInt32(static_cast<uint32_t>(array))});
  call->setDoesNotThrow();
  return call;
}

void RuntimeCallEmitter::note_span(const char* name, int32_t span) {
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  const llvm::FunctionCallee callee = function_.module().getOrInsertFunction(name, type);
  ir_.CreateCall(callee, {function_.runtime(), ir_.getInt32(static_cast<uint32_t>(span))})->setDoesNotThrow();
}

void RuntimeCallEmitter::leave_if_failed(llvm::CallInst* call) {
  call->setDoesNotThrow();
  leave_if(call, function_.failed());
}

void RuntimeCallEmitter::leave_if(llvm::Value* result, llvm::BasicBlock* where) {
  llvm::BasicBlock* next = function_.new_block("next");
  llvm::MDNode* unlikely = function_.unlikely();
  ir_.CreateCondBr(ir_.CreateICmpNE(result, ir_.getInt32(0)), where, next, unlikely);
  ir_.SetInsertPoint(next);
}

/// Returns the address of the number of iterations before the next poll. Several threads may run parts of one program.
llvm::Value* RuntimeCallEmitter::until_poll() {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_.runtime(), offsetof(Context, until_poll));
}

llvm::Value* RuntimeCallEmitter::load_until_poll() {
  llvm::LoadInst* left = ir_.CreateAlignedLoad(ir_.getInt64Ty(), until_poll(), llvm::Align(alignof(int64_t)));
  left->setAtomic(llvm::AtomicOrdering::Monotonic);
  return left;
}

void RuntimeCallEmitter::store_until_poll(llvm::Value* left) {
  ir_.CreateAlignedStore(left, until_poll(), llvm::Align(alignof(int64_t)))->setAtomic(llvm::AtomicOrdering::Monotonic);
}

void RuntimeCallEmitter::poll_soon() {
  llvm::Value *left = load_until_poll(), *most = ir_.getInt64(kIterationsUntilPoll);
  store_until_poll(ir_.CreateSelect(ir_.CreateICmpSLT(left, most), left, most));
}

void RuntimeCallEmitter::poll(int32_t loop, llvm::Value* rounds) {
  llvm::Value* left = ir_.CreateSub(load_until_poll(), ir_.getInt64(1));
  store_until_poll(left);
  llvm::BasicBlock *ask = function_.new_block("ask"), *go = function_.new_block("go");
  llvm::MDNode* unlikely = function_.unlikely();
  ir_.CreateCondBr(ir_.CreateICmpSLT(left, ir_.getInt64(0)), ask, go, unlikely);
  ir_.SetInsertPoint(ask);
  llvm::Value* complete =
      rounds ? ir_.CreateLoad(ir_.getInt64Ty(), rounds) : static_cast<llvm::Value*>(ir_.getInt64(0));
  call("ag_rt_poll", {ir_.getInt32(static_cast<uint32_t>(loop)), complete});
  ir_.CreateBr(go);
  ir_.SetInsertPoint(go);
}

}  // namespace ag::codegen
