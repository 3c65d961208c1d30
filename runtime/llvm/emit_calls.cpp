/// Functions of the program, and calls of them. Numbers are passed in registers, arrays as the addresses of their
/// elements. A call returns whether it failed, followed by the numbers.
///
/// Calls within small functions are inlined to a limited depth, so that independent calls overlap. Calls that are too
/// deep for the stack continue on another one.
#include <algorithm>
#include <cstddef>

#include "llvm/emitter.h"
#include "program/runtime_abi.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int kMaxDepth = 2;
constexpr int64_t kMaxInlinedWeight = 3000;  // of a function with its inlined calls
constexpr int64_t kMaxStackBytes = 4096;     // of its stack arrays

}  // namespace

llvm::Type* Emitter::result_type(const Function& function) {
  if (function.results.empty()) return ir_.getInt32Ty();
  llvm::SmallVector<llvm::Type*, 4> types{ir_.getInt32Ty()};
  for (Register result : function.results) types.push_back(stored_type(program_.dtype(result)));
  return llvm::StructType::get(context_, types);
}

/// Returns the return value of the function that is being emitted.
llvm::Value* Emitter::result_of(llvm::Value* failed, llvm::ArrayRef<llvm::Value*> results) {
  llvm::Type* type = function_->getReturnType();
  if (!type->isStructTy()) return failed;
  llvm::Value* all = ir_.CreateInsertValue(llvm::PoisonValue::get(type), failed, 0);
  for (unsigned k = 0; k < results.size(); ++k) all = ir_.CreateInsertValue(all, results[k], k + 1);
  return all;
}

int Emitter::count_calls(const Block& block) const {
  int calls = 0;
  for_each(block, [&](const Statement& statement) { calls += statement.kind == Kind::Call; });
  return calls;
}

/// Returns the depth of nested calls up to which the function is inlined.
int Emitter::most_depth(const Function& function) const {
  const int calls = count_calls(function.body);
  if (calls == 0) return kMaxDepth;
  int64_t weight_of_one = 0, bytes = 0;
  for (const Statement& statement : function.body) weight_of_one += weight(statement);
  for_each(function.body, [&](const Statement& statement) {
    if (statement.kind != Kind::Call) return;
    for (ArrayId id : program_.site(statement.site).outputs) {
      const ir::TensorType& type = program_.array(id).type;
      bytes += type.shape.element_count() * static_cast<int64_t>(item_size(type.dtype));
    }
  });
  int depth = 0;
  int64_t copies = 1, last = 1;
  while (depth < kMaxDepth) {
    last *= calls;
    copies += last;
    if (copies * weight_of_one > kMaxInlinedWeight || copies * bytes > kMaxStackBytes) break;
    ++depth;
  }
  return depth;
}

llvm::Function* Emitter::copy_of(const FunctionCopy& copy) {
  llvm::Function*& made = functions_[copy];
  if (made) return made;
  const Function& function = program_.functions[static_cast<size_t>(copy.function)];
  std::vector<llvm::Type*> types{ir_.getPtrTy()};
  for (Register number : function.numbers) types.push_back(stored_type(program_.dtype(number)));
  types.insert(types.end(), function.inputs.size() + function.outputs.size(), ir_.getPtrTy());
  auto* type = llvm::FunctionType::get(result_type(function), types, false);
  made = llvm::Function::Create(type, llvm::Function::InternalLinkage, "function", module_);
  made->addFnAttr(copy.depth == 0 ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
  // While a call runs, its outputs are accessed through no other pointer.
  for (size_t k = 0; k < function.outputs.size(); ++k) {
    made->addParamAttr(static_cast<unsigned>(types.size() - 1 - k), llvm::Attribute::NoAlias);
  }
  waiting_.push_back(copy);
  return made;
}

void Emitter::emit_call(const Statement& statement) {
  const auto id = static_cast<int32_t>(statement.bits);
  const Function& function = program_.functions[statement.bits];
  const Site& site = program_.site(statement.site);
  const int depth = called_ && called_->depth < most_depth(function) ? called_->depth + 1 : 0;
  std::vector<llvm::Value*> arguments{runtime_};
  for (Register operand : statement.operands) arguments.push_back(to_memory(program_.dtype(operand), use(operand)));
  for (ArrayId array : site.inputs) arguments.push_back(array_data(array));
  for (ArrayId array : site.outputs) arguments.push_back(array_data(array));
  llvm::CallInst* call = ir_.CreateCall(copy_of({id, depth}), arguments);
  call->setDoesNotThrow();
  llvm::BasicBlock* left = new_block("left");
  leave_if(function.results.empty() ? call : ir_.CreateExtractValue(call, 0), left);
  for (unsigned k = 0; k < statement.results.size(); ++k) {
    define(statement.results[k],
           from_memory(program_.dtype(statement.results[k]), ir_.CreateExtractValue(call, k + 1)));
  }
  const llvm::IRBuilder<>::InsertPoint next = ir_.saveIP();
  ir_.SetInsertPoint(left);
  call_runtime("ag_rt_note_call", {ir_.getInt32(static_cast<uint32_t>(statement.site))});
  ir_.CreateBr(failed_);
  ir_.restoreIP(next);
}

/// Emits a failed check in a function of its own. Otherwise each activation would need stack memory for its numbers.
void Emitter::emit_fault(const Statement& check) {
  std::vector<llvm::Value*> arguments{runtime_};
  for (size_t k = 1; k < check.operands.size(); ++k) arguments.push_back(bits(check.operands[k]));
  std::vector<llvm::Type*> types(arguments.size(), ir_.getInt64Ty());
  types[0] = ir_.getPtrTy();
  auto* fault = llvm::Function::Create(llvm::FunctionType::get(ir_.getInt32Ty(), types, false),
                                       llvm::Function::InternalLinkage, "fault", module_);
  fault->addFnAttr(llvm::Attribute::NoInline);
  fault->addFnAttr(llvm::Attribute::Cold);
  ir_.CreateCall(fault, arguments)->setDoesNotThrow();
  ir_.CreateBr(failed_);
  const llvm::IRBuilder<>::InsertPoint outside = ir_.saveIP();
  const llvm::DebugLoc line = ir_.getCurrentDebugLocation();
  const std::tuple caller(function_, runtime_, table_, failed_);
  begin(fault);
  const size_t count = arguments.size() - 1;
  llvm::Value* numbers = stack(llvm::ArrayType::get(ir_.getInt64Ty(), count), "numbers");
  for (size_t k = 0; k < count; ++k) {
    ir_.CreateStore(fault->getArg(static_cast<unsigned>(k + 1)),
                    ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), numbers, k));
  }
  call_runtime("ag_rt_fail", {ir_.getInt32(static_cast<uint32_t>(check.site)), numbers});
  end();
  std::tie(function_, runtime_, table_, failed_) = caller;
  ir_.restoreIP(outside);
  ir_.SetCurrentDebugLocation(line);
}

/// Returns a function with the same parameters that calls `function` on another stack.
llvm::Function* Emitter::deeper(int32_t id, llvm::Function* function) {
  llvm::FunctionType* type = function->getFunctionType();
  auto* made = llvm::Function::Create(type, llvm::Function::InternalLinkage, "deeper", module_);
  made->addFnAttr(llvm::Attribute::NoInline);
  made->addFnAttr(llvm::Attribute::Cold);
  std::vector<llvm::Type*> types(type->param_begin(), type->param_end());
  types[0] = type->getReturnType();  // instead of the Context
  auto* record = llvm::StructType::get(context_, types);
  const auto field = [&](llvm::Value* of, size_t k) {
    return ir_.CreateStructGEP(record, of, static_cast<unsigned>(k));
  };
  auto* run_type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy(), ir_.getPtrTy()}, false);
  auto* run = llvm::Function::Create(run_type, llvm::Function::InternalLinkage, "run", module_);
  begin(run);
  llvm::Value* memory = run->getArg(1);
  std::vector<llvm::Value*> arguments{runtime_};
  for (size_t k = 1; k < types.size(); ++k) arguments.push_back(ir_.CreateLoad(types[k], field(memory, k)));
  llvm::CallInst* call = ir_.CreateCall(function, arguments);
  call->setDoesNotThrow();
  ir_.CreateStore(call, field(memory, 0));
  leave_if(call->getType()->isStructTy() ? ir_.CreateExtractValue(call, 0) : call, failed_);
  end();

  begin(made);
  memory = stack(record, "record");
  for (size_t k = 1; k < types.size(); ++k) ir_.CreateStore(made->getArg(static_cast<unsigned>(k)), field(memory, k));
  call_runtime("ag_rt_grow_stack", {ir_.getInt32(static_cast<uint32_t>(id)), run, memory});
  ir_.CreateRet(ir_.CreateLoad(types[0], field(memory, 0)));
  llvm::BasicBlock& entry = made->getEntryBlock();
  ir_.SetInsertPoint(&entry);
  ir_.CreateBr(entry.getNextNode());
  return made;
}

/// Emits the switch to another stack if little of this one is left.
void Emitter::check_stack(int32_t id, llvm::Function* function) {
  const llvm::DebugLoc line = ir_.getCurrentDebugLocation();
  llvm::BasicBlock* const start = ir_.GetInsertBlock();
  const std::tuple caller(function_, runtime_, table_, failed_);
  llvm::Function* const other = deeper(id, function);
  std::tie(function_, runtime_, table_, failed_) = caller;
  ir_.SetInsertPoint(start);
  ir_.SetCurrentDebugLocation(line);
  llvm::Value* limit =
      load_entry(ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), runtime_, offsetof(Context, stack_limit)), "limit");
  llvm::Value* here = ir_.CreateStackSave();
  llvm::BasicBlock *deep = new_block("deep"), *go = new_block("go");
  llvm::MDNode* unlikely = llvm::MDBuilder(context_).createBranchWeights(1, 2000);
  ir_.CreateCondBr(ir_.CreateICmpULE(here, limit), deep, go, unlikely);
  ir_.SetInsertPoint(deep);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function->args()) arguments.push_back(&argument);
  llvm::CallInst* call = ir_.CreateCall(other, arguments);
  call->setDoesNotThrow();
  ir_.CreateRet(call);
  ir_.SetInsertPoint(go);
}

void Emitter::emit_function(const FunctionCopy& copy, llvm::Function* made) {
  const Function& function = program_.functions[static_cast<size_t>(copy.function)];
  std::ranges::fill(registers_, nullptr);
  std::ranges::fill(variables_, nullptr);
  std::ranges::fill(locals_, nullptr);
  called_ = &copy;
  begin(made);
  if (copy.depth == 0) check_stack(copy.function, made);
  llvm::Argument* argument = made->arg_begin() + 1;
  for (Register number : function.numbers) define(number, from_memory(program_.dtype(number), argument++));
  for (const auto* list : {&function.inputs, &function.outputs}) {
    for (ArrayId id : *list) locals_[static_cast<size_t>(id)] = argument++;
  }
  if (program_.can_stop) ask_whether_to_stop(function.loop, nullptr);
  block(function.body);
  std::vector<llvm::Value*> results;
  for (Register result : function.results) results.push_back(to_memory(program_.dtype(result), use(result)));
  end(results);
  called_ = nullptr;
}

void Emitter::emit_functions() {
  while (!waiting_.empty()) {
    const FunctionCopy copy = waiting_.back();
    waiting_.pop_back();
    emit_function(copy, functions_.at(copy));
  }
}

}  // namespace ag::codegen
