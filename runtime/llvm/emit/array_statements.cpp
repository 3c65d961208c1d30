/// Statements that call the runtime: about whole arrays, for elementwise kernels, and for errors.
#include <algorithm>

#include "llvm/emit/statement_emitter.h"
#include "program/walk.h"

namespace ag::codegen {

void StatementEmitter::call_for_array(const char* name, const Statement& statement) {
  context_.runtime.call(name, {ir_.getInt32(static_cast<uint32_t>(statement.array))});
}

/// True if the caller of the program has made the array row-major.
bool StatementEmitter::is_ready(const Statement& dense) const {
  const std::span<const Statement> first = first_statements(program_);
  return !program_.row_major.empty() &&
         std::ranges::any_of(first, [&](const Statement& one) { return &one == &dense; });
}

void StatementEmitter::emit_check(const Statement& statement) {
  llvm::BasicBlock *fault = function_.new_block("fault"), *next = function_.new_block("next");
  ir_.CreateCondBr(values_.use(statement.operands[0]), next, fault, function_.likely());
  ir_.SetInsertPoint(fault);
  const size_t count = statement.operands.size() - 1;
  if (calls_.in_function() && count > 0) {
    calls_.emit_fault(statement);
    ir_.SetInsertPoint(next);
    return;
  }
  llvm::Value* numbers = llvm::ConstantPointerNull::get(ir_.getPtrTy());
  if (count > 0) {
    numbers = function_.stack(llvm::ArrayType::get(ir_.getInt64Ty(), count), "numbers");
    for (size_t k = 0; k < count; ++k) {
      llvm::Value* place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), numbers, k);
      ir_.CreateStore(values_.bits(statement.operands[k + 1]), place);
    }
  }
  context_.runtime.call("ag_rt_fail", {ir_.getInt32(static_cast<uint32_t>(statement.site)), numbers});
  ir_.CreateBr(function_.failed());
  ir_.SetInsertPoint(next);
}

void StatementEmitter::emit_box(const Statement& statement) {
  const Register number = statement.operands[0];
  if (program_.is_direct_call) {
    context_.elements.annotate(ir_.CreateStore(context_.scalars.to_memory(program_.dtype(number), values_.use(number)),
                                               context_.elements.array_data(statement.array)),
                               statement.array);
    return;
  }
  context_.runtime.call("ag_rt_box", {ir_.getInt32(static_cast<uint32_t>(statement.array)), values_.bits(number)});
}

void StatementEmitter::emit_alias(const Statement& statement) {
  const ArrayInfo& array = program_.array(statement.array);
  if (array.storage == Storage::Tensor) {
    return context_.runtime.call("ag_rt_assign", {ir_.getInt32(static_cast<uint32_t>(statement.array)),
                                                  ir_.getInt32(static_cast<uint32_t>(statement.source))});
  }
  const auto bytes = static_cast<uint64_t>(array.type.shape.element_count()) * item_size(array.type.dtype);
  ir_.CreateMemCpy(context_.elements.array_data(statement.array), llvm::MaybeAlign(1),
                   context_.elements.array_data(statement.source), llvm::MaybeAlign(1), bytes);
}

void StatementEmitter::emit_swap(const Statement& statement) {
  if (program_.array(statement.array).storage == Storage::Tensor) {
    return context_.runtime.call("ag_rt_swap", {ir_.getInt32(static_cast<uint32_t>(statement.array)),
                                                ir_.getInt32(static_cast<uint32_t>(statement.source))});
  }
  llvm::Value *first = values_.local(statement.array), *second = values_.local(statement.source);
  if (context_.small_loops.is_in_registers(statement.array)) {
    // Copies of whole arrays, which LLVM removes if the elements are in registers.
    llvm::Type* type = values_.elements_type(statement.array);
    llvm::AllocaInst* held = function_.stack(type, "held");
    const uint64_t bytes = function_.module().getDataLayout().getTypeStoreSize(type);
    const auto copy = [&](llvm::Value* to, llvm::Value* from) {
      ir_.CreateMemCpy(to, held->getAlign(), from, held->getAlign(), bytes);
    };
    copy(held, first);
    copy(first, second);
    copy(second, held);
    return;
  }
  llvm::Value *a = function_.load_address(first, "first"), *b = function_.load_address(second, "second");
  for (llvm::StoreInst* store : {ir_.CreateStore(b, first), ir_.CreateStore(a, second)})
    store->setMetadata(llvm::LLVMContext::MD_tbaa, function_.address_tag());
}

void StatementEmitter::emit_apply(const Statement& statement) {
  llvm::AllocaInst* list = function_.stack(llvm::ArrayType::get(ir_.getPtrTy(), statement.operands.size()), "operands");
  for (size_t k = 0; k < statement.operands.size(); ++k) {
    const DType dtype = program_.dtype(statement.operands[k]);
    llvm::AllocaInst* memory = function_.stack(context_.scalars.stored_type(dtype), "operand");
    ir_.CreateStore(context_.scalars.to_memory(dtype, values_.use(statement.operands[k])), memory);
    ir_.CreateStore(memory, ir_.CreateConstInBoundsGEP1_64(ir_.getPtrTy(), list, k));
  }
  const DType dtype = program_.dtype(statement.result);
  llvm::AllocaInst* result = function_.stack(context_.scalars.stored_type(dtype), "result");
  context_.runtime.call("ag_rt_apply", {ir_.getInt32(static_cast<uint32_t>(statement.site)), result, list});
  values_.define(statement.result,
                 context_.scalars.from_memory(dtype, ir_.CreateLoad(context_.scalars.stored_type(dtype), result)));
}

}  // namespace ag::codegen
