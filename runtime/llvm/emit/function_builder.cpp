#include "llvm/emit/function_builder.h"

#include <llvm/IR/MDBuilder.h>

namespace ag::codegen {

FunctionBuilder::FunctionBuilder(const Program& program, llvm::Module& module, bool lines)
    : module_(module), ir_(module.getContext()), table_bytes_(sizeof(void*) * program.arrays.size()) {
  if (lines) lines_.emplace(program, module);
  llvm::MDBuilder kinds(context());
  llvm::MDNode* root = kinds.createTBAARoot("ag");
  auto kind = [&](const char* name) {
    llvm::MDNode* node = kinds.createTBAAScalarTypeNode(name, root);
    return kinds.createTBAAStructTagNode(node, node, 0);
  };
  element_tag_ = kind("element");
  address_tag_ = kind("array");
}

llvm::BasicBlock* FunctionBuilder::new_block(const char* name) {
  return llvm::BasicBlock::Create(context(), name, function());
}

llvm::AllocaInst* FunctionBuilder::stack(llvm::Type* type, const char* name) {
  llvm::BasicBlock& entry = function()->getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.begin());
  llvm::AllocaInst* memory = at.CreateAlloca(type, nullptr, name);
  memory->setAlignment(llvm::Align(64));
  return memory;
}

llvm::Function* FunctionBuilder::add(llvm::FunctionType* type, const char* name) {
  return llvm::Function::Create(type, llvm::Function::InternalLinkage, name, module_);
}

void FunctionBuilder::begin(llvm::Function* function) {
  current_.function = function;
  function->setDoesNotThrow();
  current_.runtime = function->getArg(0);
  if (lines_) ir_.SetCurrentDebugLocation(lines_->begin(*function));
  new_block("entry");
  llvm::BasicBlock* start = new_block("start");
  current_.failed = new_block("failed");
  ir_.SetInsertPoint(current_.failed);
  ir_.CreateRet(result_of(ir_.getInt32(1), {}));
  ir_.SetInsertPoint(start);
  llvm::LoadInst* table = load_address(current_.runtime, "arrays");
  // Entries may be loaded speculatively: before a loop in which only a branch reads them.
  const auto number = [&](uint64_t value) {
    return llvm::MDNode::get(context(), llvm::ConstantAsMetadata::get(ir_.getInt64(value)));
  };
  table->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(table_bytes_));
  table->setMetadata(llvm::LLVMContext::MD_align, number(alignof(void*)));
  current_.table = table;
}

void FunctionBuilder::end(llvm::ArrayRef<llvm::Value*> results) {
  ir_.CreateRet(result_of(ir_.getInt32(0), results));
  close();
}

void FunctionBuilder::close() {
  llvm::BasicBlock& entry = function()->getEntryBlock();
  ir_.SetInsertPoint(&entry);
  ir_.CreateBr(entry.getNextNode());
}

void FunctionBuilder::finish(llvm::Function& entry) {
  if (lines_) lines_->finish(entry);
}

void FunctionBuilder::set_location(const SourceLocation& location) {
  if (lines_) ir_.SetCurrentDebugLocation(lines_->at(*function(), location));
}

/// Returns the return value of the function: whether it failed, followed by numbers.
llvm::Value* FunctionBuilder::result_of(llvm::Value* failed, llvm::ArrayRef<llvm::Value*> results) {
  llvm::Type* type = function()->getReturnType();
  if (!type->isStructTy()) return failed;
  llvm::Value* all = ir_.CreateInsertValue(llvm::PoisonValue::get(type), failed, 0);
  for (unsigned k = 0; k < results.size(); ++k) all = ir_.CreateInsertValue(all, results[k], k + 1);
  return all;
}

llvm::MDNode* FunctionBuilder::unlikely() { return llvm::MDBuilder(context()).createBranchWeights(1, 2000); }
llvm::MDNode* FunctionBuilder::likely() { return llvm::MDBuilder(context()).createBranchWeights(2000, 1); }

void FunctionBuilder::either(llvm::Value* condition, llvm::function_ref<void()> then,
                             llvm::function_ref<void()> otherwise) {
  llvm::BasicBlock *yes = new_block("then"), *no = new_block("else"), *after = new_block("end");
  ir_.CreateCondBr(condition, yes, no);
  ir_.SetInsertPoint(yes);
  then();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(no);
  otherwise();
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

/// Loops over many elements are not unrolled: LLVM would emit hundreds of vectors, which takes long to compile and is
/// not faster.
void FunctionBuilder::describe_loop(llvm::BranchInst* latch, int64_t elements, llvm::ArrayRef<llvm::Metadata*> more) {
  constexpr int64_t kMany = 256;
  llvm::SmallVector<llvm::Metadata*, 4> about{nullptr};
  about.append(more.begin(), more.end());
  if (elements >= kMany) {
    about.push_back(llvm::MDNode::get(context(), llvm::MDString::get(context(), "llvm.loop.unroll.disable")));
  }
  if (about.size() == 1) return;
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context(), about);
  loop->replaceOperandWith(0, loop);
  latch->setMetadata("llvm.loop", loop);
}

llvm::LoadInst* FunctionBuilder::load_address(llvm::Value* place, const char* name) {
  llvm::LoadInst* address = ir_.CreateLoad(ir_.getPtrTy(), place, name);
  address->setMetadata(llvm::LLVMContext::MD_tbaa, address_tag_);
  return address;
}

}  // namespace ag::codegen
