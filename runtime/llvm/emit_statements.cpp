#include <llvm/IR/Verifier.h>

#include <algorithm>
#include <cstddef>

#include "llvm/emitter.h"
#include "program/runtime_abi.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

void list_accesses(const Block& block, std::vector<ArrayId>& arrays) {
  for (const Statement& statement : block) {
    if (statement.kind == Kind::Load || statement.kind == Kind::Store) arrays.push_back(statement.array);
    for (const Block& inner : statement.blocks) list_accesses(inner, arrays);
  }
}

}  // namespace

Emitter::Emitter(const Program& program, const detail::Machine& machine, llvm::Module& module, bool lines)
    : program_(program),
      machine_(machine),
      module_(module),
      context_(module.getContext()),
      ir_(context_),
      registers_(program.registers.size()),
      variables_(program.registers.size()),
      locals_(program.arrays.size()),
      pinned_(program.arrays.size()) {
  if (lines) lines_.emplace(program, module);
}

llvm::BasicBlock* Emitter::new_block(const char* name) { return llvm::BasicBlock::Create(context_, name, function_); }

/// Returns stack memory. It is allocated in the entry block, so that LLVM can promote it to registers.
llvm::AllocaInst* Emitter::stack(llvm::Type* type, const char* name) {
  llvm::BasicBlock& entry = function_->getEntryBlock();
  llvm::IRBuilder<> at(&entry, entry.begin());
  llvm::AllocaInst* memory = at.CreateAlloca(type, nullptr, name);
  memory->setAlignment(llvm::Align(64));
  return memory;
}

void Emitter::emit() {
  llvm::MDBuilder kinds(context_);
  llvm::MDNode* root = kinds.createTBAARoot("ag");
  auto kind = [&](const char* name) {
    llvm::MDNode* node = kinds.createTBAAScalarTypeNode(name, root);
    return kinds.createTBAAStructTagNode(node, node, 0);
  };
  is_element_ = kind("element");
  is_entry_ = kind("array");
  plan_small_loops();
  plan_nontemporal_stores();
  plan_invariants();
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy()}, false);
  begin(llvm::Function::Create(type, llvm::Function::ExternalLinkage, kEntryName, module_));
  llvm::Function* const entry = function_;
  block(program_.body);
  end();
  emit_functions();
  if (lines_) lines_->finish(*entry);
}

/// Starts the emission of `function`, whose first parameter is the Context.
void Emitter::begin(llvm::Function* function) {
  function_ = function;
  searched_ = nullptr;
  function_->setDoesNotThrow();
  runtime_ = function_->getArg(0);
  if (lines_) ir_.SetCurrentDebugLocation(lines_->begin(*function));
  new_block("entry");
  llvm::BasicBlock* start = new_block("start");
  failed_ = new_block("failed");
  ir_.SetInsertPoint(failed_);
  ir_.CreateRet(result_of(ir_.getInt32(1), {}));
  ir_.SetInsertPoint(start);
  llvm::LoadInst* table = load_entry(runtime_, "arrays");
  // Entries may be loaded speculatively: before a loop in which only a branch reads them.
  const auto number = [&](uint64_t value) {
    return llvm::MDNode::get(context_, llvm::ConstantAsMetadata::get(ir_.getInt64(value)));
  };
  table->setMetadata(llvm::LLVMContext::MD_dereferenceable, number(sizeof(void*) * program_.arrays.size()));
  table->setMetadata(llvm::LLVMContext::MD_align, number(alignof(void*)));
  table_ = table;
}

void Emitter::end(llvm::ArrayRef<llvm::Value*> results) {
  ir_.CreateRet(result_of(ir_.getInt32(0), results));
  llvm::BasicBlock& entry = function_->getEntryBlock();
  ir_.SetInsertPoint(&entry);
  ir_.CreateBr(entry.getNextNode());
}

/// Returns the memory of a variable. It is allocated in the current function, unless the variable was passed to it.
llvm::Value* Emitter::variable(Register id) {
  llvm::Value*& memory = variables_[static_cast<size_t>(id)];
  if (!memory) memory = stack(type(program_.dtype(id)), "variable");
  return memory;
}

llvm::Type* Emitter::elements_type(ArrayId id) const {
  const ir::TensorType& array = program_.array(id).type;
  return llvm::ArrayType::get(stored_type(array.dtype), static_cast<uint64_t>(array.shape.element_count()));
}

/// Returns the memory of a stack array's elements, or of the pointer to them.
llvm::Value* Emitter::local(ArrayId id) {
  llvm::Value*& memory = locals_[static_cast<size_t>(id)];
  if (memory) return memory;
  llvm::AllocaInst* elements = stack(elements_type(id), "elements");
  if (in_registers_[static_cast<size_t>(id)]) return memory = elements;
  memory = stack(ir_.getPtrTy(), "local");
  llvm::IRBuilder<>(&function_->getEntryBlock()).CreateStore(elements, memory);
  return memory;
}

void Emitter::call_runtime(const char* name, std::vector<llvm::Value*> arguments) {
  arguments.insert(arguments.begin(), runtime_);
  std::vector<llvm::Type*> types;
  for (llvm::Value* argument : arguments) types.push_back(argument->getType());
  llvm::FunctionCallee callee =
      module_.getOrInsertFunction(name, llvm::FunctionType::get(ir_.getInt32Ty(), types, false));
  leave_if_failed(ir_.CreateCall(callee, arguments));
}

llvm::Value* Emitter::length(ArrayId array) {
  auto* type = llvm::FunctionType::get(ir_.getInt64Ty(), {ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  const llvm::FunctionCallee callee = module_.getOrInsertFunction("ag_rt_length", type);
  llvm::CallInst* call = ir_.CreateCall(callee, {runtime_, ir_.getInt32(static_cast<uint32_t>(array))});
  call->setDoesNotThrow();
  return call;
}

/// Calls a function of the runtime that cannot fail.
void Emitter::note_span(const char* name, int32_t span) {
  auto* type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy(), ir_.getInt32Ty()}, false);
  const llvm::FunctionCallee callee = module_.getOrInsertFunction(name, type);
  ir_.CreateCall(callee, {runtime_, ir_.getInt32(static_cast<uint32_t>(span))})->setDoesNotThrow();
}

void Emitter::leave_if_failed(llvm::CallInst* call) {
  call->setDoesNotThrow();
  leave_if(call, failed_);
}

/// Branches to `where` unless the result of a call is 0.
void Emitter::leave_if(llvm::Value* result, llvm::BasicBlock* where) {
  llvm::BasicBlock* next = new_block("next");
  llvm::MDNode* unlikely = llvm::MDBuilder(context_).createBranchWeights(1, 2000);
  ir_.CreateCondBr(ir_.CreateICmpNE(result, ir_.getInt32(0)), where, next, unlikely);
  ir_.SetInsertPoint(next);
}

/// True if the caller of the program has made the array row-major.
bool Emitter::is_ready(const Statement& dense) const {
  const std::span<const Statement> first = first_statements(program_);
  return !program_.row_major.empty() &&
         std::ranges::any_of(first, [&](const Statement& one) { return &one == &dense; });
}

void Emitter::emit_check(const Statement& statement) {
  llvm::BasicBlock *fault = new_block("fault"), *next = new_block("next");
  llvm::MDNode* likely = llvm::MDBuilder(context_).createBranchWeights(2000, 1);
  ir_.CreateCondBr(use(statement.operands[0]), next, fault, likely);
  ir_.SetInsertPoint(fault);
  const size_t count = statement.operands.size() - 1;
  if (called_ != nullptr && count > 0) {
    emit_fault(statement);
    ir_.SetInsertPoint(next);
    return;
  }
  llvm::Value* numbers = llvm::ConstantPointerNull::get(ir_.getPtrTy());
  if (count > 0) {
    numbers = stack(llvm::ArrayType::get(ir_.getInt64Ty(), count), "numbers");
    for (size_t k = 0; k < count; ++k) {
      llvm::Value* place = ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), numbers, k);
      ir_.CreateStore(bits(statement.operands[k + 1]), place);
    }
  }
  call_runtime("ag_rt_fail", {ir_.getInt32(static_cast<uint32_t>(statement.site)), numbers});
  ir_.CreateBr(failed_);
  ir_.SetInsertPoint(next);
}

llvm::Value* Emitter::bits(Register id) {
  const DType dtype = program_.dtype(id);
  llvm::Value* bits = to_memory(dtype, use(id));
  bits = ir_.CreateBitCast(bits, ir_.getIntNTy(static_cast<unsigned>(item_size(dtype) * 8)));
  return ir_.CreateZExt(bits, ir_.getInt64Ty());
}

void Emitter::statement(const Statement& statement) {
  const llvm::DebugLoc around = ir_.getCurrentDebugLocation();
  if (lines_) ir_.SetCurrentDebugLocation(lines_->at(*function_, statement.location));
  if (statement.span != kNone) note_span("ag_rt_enter", statement.span);
  emit(statement);
  if (statement.span != kNone) note_span("ag_rt_leave", statement.span);
  ir_.SetCurrentDebugLocation(around);
}

void Emitter::emit(const Statement& statement) {
  auto id = [&](ArrayId array) { return ir_.getInt32(static_cast<uint32_t>(array)); };
  switch (statement.kind) {
    case Kind::Constant:
      return define(statement.result, constant(program_.dtype(statement.result), statement.bits));
    case Kind::Let:
      return emit_let(statement);
    case Kind::ArgExtremum:
      return emit_search(statement);
    case Kind::Apply:
      return emit_apply(statement);
    case Kind::Set:
      ir_.CreateStore(use(statement.operands[0]), variable(statement.result));
      return;
    case Kind::Load:
      return define(statement.result, load(statement));
    case Kind::Length:
      return define(statement.result, length(statement.array));
    case Kind::Store:
      return store(statement);
    case Kind::Check:
      return emit_check(statement);
    case Kind::Loop:
      return emit_loop(statement);
    case Kind::Reduce:
      return emit_reduce(statement);
    case Kind::If:
      return emit_if(statement);
    case Kind::Switch:
      return emit_switch(statement);
    case Kind::While:
      return emit_while(statement);
    case Kind::Kernel:
      return call_runtime("ag_rt_kernel", {ir_.getInt32(static_cast<uint32_t>(statement.site))});
    case Kind::Allocate:
      if (program_.is_direct_call) return;
      return call_runtime("ag_rt_allocate", {id(statement.array)});
    case Kind::MakeContiguous:
      if (program_.is_direct_call || is_ready(statement)) return;
      return call_runtime("ag_rt_make_contiguous", {id(statement.array)});
    case Kind::MakeUnique:
      return call_runtime("ag_rt_make_unique", {id(statement.array)});
    case Kind::Free:
      return call_runtime("ag_rt_release", {id(statement.array)});
    case Kind::Box:
      return emit_box(statement);
    case Kind::Alias:
      return emit_assign(statement);
    case Kind::Swap:
      return emit_exchange(statement);
    case Kind::Call:
      return emit_call(statement);
  }
}

/// Computes a value as a scalar if it is uniform over the lanes, as the offset of an indexed row is.
void Emitter::emit_let(const Statement& statement) {
  const bool uniform = std::ranges::none_of(statement.operands, [&](Register operand) {
    if (operand == lane_index_) return true;
    const llvm::Value* value = registers_[static_cast<size_t>(operand)];
    return !program_.registers[static_cast<size_t>(operand)].variable && value->getType()->isVectorTy();
  });
  const bool vectors = std::exchange(vectors_, vectors_ && !uniform);
  llvm::Value* value = primitive(statement);
  vectors_ = vectors;
  define(statement.result, value);
}

void Emitter::emit_box(const Statement& statement) {
  const Register number = statement.operands[0];
  if (program_.is_direct_call) {
    annotate(ir_.CreateStore(to_memory(program_.dtype(number), use(number)), array_data(statement.array)),
             statement.array);
    return;
  }
  call_runtime("ag_rt_box", {ir_.getInt32(static_cast<uint32_t>(statement.array)), bits(number)});
}

void Emitter::emit_assign(const Statement& statement) {
  const ArrayInfo& array = program_.array(statement.array);
  if (array.storage == Storage::Tensor) {
    return call_runtime("ag_rt_assign", {ir_.getInt32(static_cast<uint32_t>(statement.array)),
                                         ir_.getInt32(static_cast<uint32_t>(statement.source))});
  }
  const auto bytes = static_cast<uint64_t>(array.type.shape.element_count()) * item_size(array.type.dtype);
  ir_.CreateMemCpy(array_data(statement.array), llvm::MaybeAlign(1), array_data(statement.source), llvm::MaybeAlign(1),
                   bytes);
}

void Emitter::emit_exchange(const Statement& statement) {
  if (program_.array(statement.array).storage == Storage::Tensor) {
    return call_runtime("ag_rt_swap", {ir_.getInt32(static_cast<uint32_t>(statement.array)),
                                       ir_.getInt32(static_cast<uint32_t>(statement.source))});
  }
  llvm::Value *first = local(statement.array), *second = local(statement.source);
  if (in_registers_[static_cast<size_t>(statement.array)]) {
    // Copies of whole arrays, which LLVM removes if the elements are in registers.
    llvm::Type* type = elements_type(statement.array);
    llvm::AllocaInst* held = stack(type, "held");
    const uint64_t bytes = module_.getDataLayout().getTypeStoreSize(type);
    const auto copy = [&](llvm::Value* to, llvm::Value* from) {
      ir_.CreateMemCpy(to, held->getAlign(), from, held->getAlign(), bytes);
    };
    copy(held, first);
    copy(first, second);
    copy(second, held);
    return;
  }
  llvm::Value *a = load_entry(first, "first"), *b = load_entry(second, "second");
  for (llvm::StoreInst* store : {ir_.CreateStore(b, first), ir_.CreateStore(a, second)})
    store->setMetadata(llvm::LLVMContext::MD_tbaa, is_entry_);
}

void Emitter::emit_apply(const Statement& statement) {
  llvm::AllocaInst* list = stack(llvm::ArrayType::get(ir_.getPtrTy(), statement.operands.size()), "operands");
  for (size_t k = 0; k < statement.operands.size(); ++k) {
    const DType dtype = program_.dtype(statement.operands[k]);
    llvm::AllocaInst* memory = stack(stored_type(dtype), "operand");
    ir_.CreateStore(to_memory(dtype, use(statement.operands[k])), memory);
    ir_.CreateStore(memory, ir_.CreateConstInBoundsGEP1_64(ir_.getPtrTy(), list, k));
  }
  const DType dtype = program_.dtype(statement.result);
  llvm::AllocaInst* result = stack(stored_type(dtype), "result");
  call_runtime("ag_rt_apply", {ir_.getInt32(static_cast<uint32_t>(statement.site)), result, list});
  define(statement.result, from_memory(dtype, ir_.CreateLoad(stored_type(dtype), result)));
}

void Emitter::pin_arrays(const Statement& statement) {
  std::vector<ArrayId> arrays;
  list_accesses(statement.blocks[0], arrays);
  for (ArrayId id : arrays) {
    if (!pinned_[static_cast<size_t>(id)]) pinned_[static_cast<size_t>(id)] = array_data(id);
  }
}

/// Attaches metadata to a loop. Loops over many elements are not unrolled: LLVM would emit hundreds of vectors, which
/// takes long to compile and is not faster.
void Emitter::describe_loop(llvm::BranchInst* latch, int64_t elements, llvm::ArrayRef<llvm::Metadata*> more) {
  constexpr int64_t kMany = 256;
  llvm::SmallVector<llvm::Metadata*, 4> about{nullptr};
  about.append(more.begin(), more.end());
  if (elements >= kMany) {
    about.push_back(llvm::MDNode::get(context_, llvm::MDString::get(context_, "llvm.loop.unroll.disable")));
  }
  if (about.size() == 1) return;
  llvm::MDNode* loop = llvm::MDNode::getDistinct(context_, about);
  loop->replaceOperandWith(0, loop);
  latch->setMetadata("llvm.loop", loop);
}

void Emitter::emit_loop(const Statement& statement) {
  if (loop_depth_ == 0 && share_loop(statement)) return;
  if (loop_depth_++ == 0) pin_arrays(statement);
  if (written_.contains(&statement)) {
    emit_written(statement);
    if (--loop_depth_ == 0) pinned_.assign(pinned_.size(), nullptr);
    return;
  }
  const bool innermost = is_innermost(statement.blocks[0]);
  if (!innermost || !emit_nontemporal_loop(statement)) emit_rounds(statement, innermost);
  if (--loop_depth_ == 0) pinned_.assign(pinned_.size(), nullptr);
}

/// Emits the iterations of a loop as scalar code, which LLVM vectorizes.
void Emitter::emit_rounds(const Statement& statement, bool innermost) {
  if (innermost) access_group_ = llvm::MDNode::getDistinct(context_, {});
  const bool is_range = range_.loop == &statement;
  llvm::Value* first = is_range ? range_.begin : ir_.getInt64(0);
  llvm::Value* end = is_range ? range_.end : ir_.getInt64(static_cast<uint64_t>(statement.extent));
  llvm::BranchInst* latch = counted(first, end, [&](llvm::Value* index) {
    registers_[static_cast<size_t>(statement.result)] = index;
    block(statement.blocks[0]);
  });
  if (innermost) {
    llvm::Metadata* parallel[] = {llvm::MDString::get(context_, "llvm.loop.parallel_accesses"), access_group_};
    llvm::Metadata* independent = llvm::MDNode::get(context_, parallel);
    describe_loop(latch, statement.extent, independent);
    access_group_ = nullptr;
  }
}

/// Emits a branch with the statements of both arms.
void Emitter::either(llvm::Value* condition, llvm::function_ref<void()> then, llvm::function_ref<void()> otherwise) {
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

void Emitter::emit_if(const Statement& statement) {
  either(use(statement.operands[0]), [&] { block(statement.blocks[0]); }, [&] { block(statement.blocks[1]); });
}

void Emitter::emit_switch(const Statement& statement) {
  llvm::BasicBlock* after = new_block("end");
  std::vector<llvm::BasicBlock*> arms;
  for (size_t k = 0; k < statement.blocks.size(); ++k) arms.push_back(new_block("arm"));
  llvm::Value* choice = use(statement.operands[0]);
  llvm::SwitchInst* branch = ir_.CreateSwitch(choice, arms.back(), static_cast<unsigned>(arms.size()));
  auto* of = llvm::cast<llvm::IntegerType>(choice->getType());
  for (size_t k = 0; k < arms.size(); ++k) {
    if (k + 1 < arms.size()) branch->addCase(llvm::ConstantInt::get(of, k), arms[k]);
    ir_.SetInsertPoint(arms[k]);
    block(statement.blocks[k]);
    ir_.CreateBr(after);
  }
  ir_.SetInsertPoint(after);
}

/// Returns the address of the number of iterations before the next poll. Several threads may run parts of one program.
llvm::Value* Emitter::until_poll() {
  return ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), runtime_, offsetof(Context, until_poll));
}

llvm::Value* Emitter::load_until_asked() {
  llvm::LoadInst* left = ir_.CreateAlignedLoad(ir_.getInt64Ty(), until_poll(), llvm::Align(alignof(int64_t)));
  left->setAtomic(llvm::AtomicOrdering::Monotonic);
  return left;
}

void Emitter::store_until_asked(llvm::Value* left) {
  ir_.CreateAlignedStore(left, until_poll(), llvm::Align(alignof(int64_t)))->setAtomic(llvm::AtomicOrdering::Monotonic);
}

void Emitter::ask_soon() {
  llvm::Value *left = load_until_asked(), *most = ir_.getInt64(kIterationsUntilPoll);
  store_until_asked(ir_.CreateSelect(ir_.CreateICmpSLT(left, most), left, most));
}

/// Emits a poll for cancellation in an iteration of a loop, or in a call, which has no `rounds`.
void Emitter::ask_whether_to_stop(int32_t loop, llvm::Value* rounds) {
  llvm::Value* left = ir_.CreateSub(load_until_asked(), ir_.getInt64(1));
  store_until_asked(left);
  llvm::BasicBlock *ask = new_block("ask"), *go = new_block("go");
  llvm::MDNode* unlikely = llvm::MDBuilder(context_).createBranchWeights(1, 2000);
  ir_.CreateCondBr(ir_.CreateICmpSLT(left, ir_.getInt64(0)), ask, go, unlikely);
  ir_.SetInsertPoint(ask);
  llvm::Value* complete =
      rounds ? ir_.CreateLoad(ir_.getInt64Ty(), rounds) : static_cast<llvm::Value*>(ir_.getInt64(0));
  call_runtime("ag_rt_poll", {ir_.getInt32(static_cast<uint32_t>(loop)), complete});
  ir_.CreateBr(go);
  ir_.SetInsertPoint(go);
}

void Emitter::emit_while(const Statement& statement) {
  llvm::BasicBlock *test = new_block("test"), *body = new_block("body"), *after = new_block("end");
  // A failure leaves the loop through a block that reports the number of complete iterations. The counter is dead code
  // if nothing can fail.
  llvm::BasicBlock* outside = failed_;
  failed_ = new_block("failed");
  llvm::Value* rounds = stack(ir_.getInt64Ty(), "rounds");
  ir_.CreateStore(ir_.getInt64(0), rounds);
  if (program_.can_stop) ask_soon();
  ir_.CreateBr(test);
  ir_.SetInsertPoint(test);
  block(statement.blocks[0]);
  ir_.CreateCondBr(use(statement.operands[0]), body, after);
  ir_.SetInsertPoint(body);
  if (program_.can_stop) ask_whether_to_stop(static_cast<int32_t>(statement.bits), rounds);
  block(statement.blocks[1]);
  ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), rounds), ir_.getInt64(1)), rounds);
  ir_.CreateBr(test);
  ir_.SetInsertPoint(failed_);
  failed_ = outside;
  call_runtime("ag_rt_unwind",
               {ir_.getInt32(static_cast<uint32_t>(statement.bits)), ir_.CreateLoad(ir_.getInt64Ty(), rounds)});
  ir_.CreateBr(outside);
  ir_.SetInsertPoint(after);
}

std::unique_ptr<llvm::Module> emit_module(const Program& program, const detail::Machine& machine,
                                          llvm::LLVMContext& context, bool lines) {
  auto module = std::make_unique<llvm::Module>("ag." + program.name, context);
  Emitter(program, machine, *module, lines).emit();
  return module;
}

}  // namespace ag::codegen
