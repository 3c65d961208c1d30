#include "llvm/device/check_emitter.h"

#include <cstddef>

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr uint64_t kWord = sizeof(uint64_t);

}  // namespace

void CheckEmitter::begin() {
  next_ = context_.int64(0);
  if (!context_.plan.has_checks) return;
  // The record changes during a kernel with checks only.
  const size_t order = offsetof(FaultRecord, order);
  llvm::Value* const known = context_.kernel->has_checks
                                 ? context_.device.atomic_load(field(order), context_.faults.index)
                                 : load(order, context_.kernel->body.back().location);
  llvm::BasicBlock* const work = context_.new_block("work");
  context_.ir.CreateCondBr(context_.ir.CreateICmpEQ(known, context_.ir.getInt64(kNoFault)), work, context_.end);
  context_.ir.SetInsertPoint(work);
}

int64_t CheckEmitter::count(const Statement& statement) {
  if (statement.kind == Kind::Check) return 1;
  int64_t inside = 0;
  for (const Block& block : statement.blocks) {
    for (const Statement& one : block) inside += count(one);
  }
  const bool repeats = statement.kind == Kind::Loop || statement.kind == Kind::Reduce;
  return repeats ? inside * statement.extent : inside;
}

llvm::Value* CheckEmitter::next_in(const Statement& loop, llvm::Value* index) {
  if (!context_.kernel->has_checks || loop.extent == 0) return next_;
  return context_.ir.CreateAdd(next_, context_.ir.CreateMul(index, context_.int64(count(loop) / loop.extent)));
}

void CheckEmitter::pass(const Statement& statement) {
  if (context_.kernel->has_checks) next_ = context_.ir.CreateAdd(next_, context_.int64(count(statement)));
}

void CheckEmitter::emit(const Statement& check) {
  llvm::BasicBlock *failed = context_.new_block("failed"), *passed = context_.new_block("passed");
  context_.ir.CreateCondBr(context_.use(check.operands[0]), passed, failed);
  context_.ir.SetInsertPoint(failed);
  if (context_.is_uniform)
    context_.when(context_.ir.CreateICmpEQ(context_.lane, context_.int64(0)), [&] { record(check, next_); });
  else
    record(check, next_);
  context_.ir.CreateBr(context_.end);
  context_.ir.SetInsertPoint(passed);
}

/// Lowers the order in the record. A thread that did it waits for the lock, and writes the rest unless another thread
/// with a lower order has done so.
void CheckEmitter::record(const Statement& check, llvm::Value* order) {
  llvm::IRBuilder<>& ir = context_.ir;
  DeviceFunctions& device = context_.device;
  llvm::Value* const before = device.atomic_min(field(offsetof(FaultRecord, order)), order, context_.faults.index);
  context_.when(ir.CreateICmpULT(order, before), [&] {
    llvm::BasicBlock *ask = context_.new_block("ask"), *owns = context_.new_block("owns"),
                     *after = context_.new_block("recorded");
    ir.CreateBr(ask);
    ir.SetInsertPoint(ask);
    llvm::Value* const lock = field(offsetof(FaultRecord, lock));
    llvm::Value* const state = device.atomic_min(lock, ir.getInt64(kLocked), context_.faults.index);
    ir.CreateCondBr(ir.CreateICmpEQ(state, ir.getInt64(kUnlocked)), owns, ask);
    ir.SetInsertPoint(owns);
    device.fence();
    write_record(check, order);
    device.fence();
    device.atomic_store(lock, ir.getInt64(kUnlocked), context_.faults.index);
    ir.CreateBr(after);
    ir.SetInsertPoint(after);
  });
}

void CheckEmitter::write_record(const Statement& check, llvm::Value* order) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::Value* const recorded = load(offsetof(FaultRecord, recorded), check.location);
  context_.when(ir.CreateICmpULT(order, recorded), [&] {
    store(offsetof(FaultRecord, recorded), order, check.location);
    store(offsetof(FaultRecord, site), context_.int64(check.site), check.location);
    for (size_t k = 1; k < check.operands.size(); ++k) {
      const Register id = check.operands[k];
      llvm::Value* const number = context_.scalars.to_memory(context_.program.dtype(id), context_.use(id));
      llvm::Value* const bits = ir.CreateBitCast(number, ir.getIntNTy(number->getType()->getPrimitiveSizeInBits()));
      store(offsetof(FaultRecord, numbers) + (k - 1) * kWord, ir.CreateZExt(bits, ir.getInt64Ty()), check.location);
    }
  });
}

llvm::Value* CheckEmitter::field(size_t offset) {
  return context_.ir.CreateConstInBoundsGEP1_64(context_.ir.getInt8Ty(), context_.faults.address, offset);
}

llvm::Value* CheckEmitter::load(size_t offset, const SourceLocation& location) {
  llvm::Value* const place = field(offset);
  context_.device.access({place, kWord, false, context_.faults.index, context_.device.statement(location)});
  return context_.ir.CreateAlignedLoad(context_.ir.getInt64Ty(), place, llvm::Align(kWord));
}

void CheckEmitter::store(size_t offset, llvm::Value* value, const SourceLocation& location) {
  llvm::Value* const place = field(offset);
  context_.device.access({place, kWord, true, context_.faults.index, context_.device.statement(location)});
  context_.ir.CreateAlignedStore(value, place, llvm::Align(kWord));
}

}  // namespace ag::codegen
