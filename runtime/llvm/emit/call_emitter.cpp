#include "llvm/emit/call_emitter.h"

#include <algorithm>
#include <cstddef>

#include "llvm/emit/function_splitter.h"
#include "llvm/emit/statement_emitter.h"
#include "program/runtime_abi.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

constexpr int kMaxDepth = 2;
constexpr int64_t kMaxInlinedWeight = 3000;  // of a function with its inlined calls
constexpr int64_t kMaxStackBytes = 4096;     // of its stack arrays

int count_calls(const Block& block) {
  int calls = 0;
  for_each(block, [&](const Statement& statement) { calls += statement.kind == Kind::Call; });
  return calls;
}

}  // namespace

CallEmitter::CallEmitter(EmissionContext& context, StatementEmitter& statements)
    : context_(context),
      program_(context.program),
      function_(context.function),
      ir_(context.function.ir()),
      statements_(statements) {}

llvm::Type* CallEmitter::result_type(const Function& function) {
  if (function.results.empty()) return ir_.getInt32Ty();
  llvm::SmallVector<llvm::Type*, 4> types{ir_.getInt32Ty()};
  for (Register result : function.results) types.push_back(context_.scalars.stored_type(program_.dtype(result)));
  return llvm::StructType::get(function_.context(), types);
}

/// Returns the depth of nested calls up to which the function is inlined.
int CallEmitter::most_depth(const Function& function) const {
  const int calls = count_calls(function.body);
  if (calls == 0) return kMaxDepth;
  int64_t weight_of_one = 0, bytes = 0;
  for (const Statement& statement : function.body) weight_of_one += code_weight(statement);
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

llvm::Function* CallEmitter::copy_of(const FunctionCopy& copy) {
  llvm::Function*& made = functions_[copy];
  if (made) return made;
  const Function& function = program_.functions[static_cast<size_t>(copy.function)];
  std::vector<llvm::Type*> types{ir_.getPtrTy()};
  for (Register number : function.numbers) types.push_back(context_.scalars.stored_type(program_.dtype(number)));
  types.insert(types.end(), function.inputs.size() + function.outputs.size(), ir_.getPtrTy());
  auto* type = llvm::FunctionType::get(result_type(function), types, false);
  made = function_.add(type, "function");
  made->addFnAttr(copy.depth == 0 ? llvm::Attribute::NoInline : llvm::Attribute::AlwaysInline);
  // While a call runs, its outputs are accessed through no other pointer.
  for (size_t k = 0; k < function.outputs.size(); ++k) {
    made->addParamAttr(static_cast<unsigned>(types.size() - 1 - k), llvm::Attribute::NoAlias);
  }
  waiting_.push_back(copy);
  return made;
}

void CallEmitter::emit(const Statement& statement) {
  const auto id = static_cast<int32_t>(statement.bits);
  const Function& function = program_.functions[statement.bits];
  const Site& site = program_.site(statement.site);
  const int depth = called_ && called_->depth < most_depth(function) ? called_->depth + 1 : 0;
  std::vector<llvm::Value*> arguments{function_.runtime()};
  for (Register operand : statement.operands)
    arguments.push_back(context_.scalars.to_memory(program_.dtype(operand), context_.values.use(operand)));
  for (ArrayId array : site.inputs) arguments.push_back(context_.elements.array_data(array));
  for (ArrayId array : site.outputs) arguments.push_back(context_.elements.array_data(array));
  llvm::CallInst* call = ir_.CreateCall(copy_of({id, depth}), arguments);
  call->setDoesNotThrow();
  llvm::BasicBlock* left = function_.new_block("left");
  context_.runtime.leave_if(function.results.empty() ? call : ir_.CreateExtractValue(call, 0), left);
  for (unsigned k = 0; k < statement.results.size(); ++k) {
    context_.values.define(statement.results[k], context_.scalars.from_memory(program_.dtype(statement.results[k]),
                                                                              ir_.CreateExtractValue(call, k + 1)));
  }
  const llvm::IRBuilder<>::InsertPoint next = ir_.saveIP();
  ir_.SetInsertPoint(left);
  context_.runtime.call("ag_rt_note_call", {ir_.getInt32(static_cast<uint32_t>(statement.site))});
  ir_.CreateBr(function_.failed());
  ir_.restoreIP(next);
}

void CallEmitter::emit_fault(const Statement& check) {
  std::vector<llvm::Value*> arguments{function_.runtime()};
  for (size_t k = 1; k < check.operands.size(); ++k) arguments.push_back(context_.values.bits(check.operands[k]));
  std::vector<llvm::Type*> types(arguments.size(), ir_.getInt64Ty());
  types[0] = ir_.getPtrTy();
  llvm::Function* fault = function_.add(llvm::FunctionType::get(ir_.getInt32Ty(), types, false), "fault");
  fault->addFnAttr(llvm::Attribute::NoInline);
  fault->addFnAttr(llvm::Attribute::Cold);
  ir_.CreateCall(fault, arguments)->setDoesNotThrow();
  ir_.CreateBr(function_.failed());
  const OtherFunction inside(function_);
  function_.begin(fault);
  const size_t count = arguments.size() - 1;
  llvm::Value* numbers = function_.stack(llvm::ArrayType::get(ir_.getInt64Ty(), count), "numbers");
  for (size_t k = 0; k < count; ++k) {
    ir_.CreateStore(fault->getArg(static_cast<unsigned>(k + 1)),
                    ir_.CreateConstInBoundsGEP1_64(ir_.getInt64Ty(), numbers, k));
  }
  context_.runtime.call("ag_rt_fail", {ir_.getInt32(static_cast<uint32_t>(check.site)), numbers});
  function_.end();
}

/// Returns a function with the same parameters that calls `function` on another stack.
llvm::Function* CallEmitter::deeper(int32_t id, llvm::Function* function) {
  const OtherFunction inside(function_);
  llvm::FunctionType* type = function->getFunctionType();
  llvm::Function* made = function_.add(type, "deeper");
  made->addFnAttr(llvm::Attribute::NoInline);
  made->addFnAttr(llvm::Attribute::Cold);
  std::vector<llvm::Type*> types(type->param_begin(), type->param_end());
  types[0] = type->getReturnType();  // instead of the Context
  auto* record = llvm::StructType::get(function_.context(), types);
  const auto field = [&](llvm::Value* of, size_t k) {
    return ir_.CreateStructGEP(record, of, static_cast<unsigned>(k));
  };
  auto* run_type = llvm::FunctionType::get(ir_.getInt32Ty(), {ir_.getPtrTy(), ir_.getPtrTy()}, false);
  llvm::Function* run = function_.add(run_type, "run");
  function_.begin(run);
  llvm::Value* memory = run->getArg(1);
  std::vector<llvm::Value*> arguments{function_.runtime()};
  for (size_t k = 1; k < types.size(); ++k) arguments.push_back(ir_.CreateLoad(types[k], field(memory, k)));
  llvm::CallInst* call = ir_.CreateCall(function, arguments);
  call->setDoesNotThrow();
  ir_.CreateStore(call, field(memory, 0));
  context_.runtime.leave_if(call->getType()->isStructTy() ? ir_.CreateExtractValue(call, 0) : call, function_.failed());
  function_.end();

  function_.begin(made);
  memory = function_.stack(record, "record");
  for (size_t k = 1; k < types.size(); ++k) ir_.CreateStore(made->getArg(static_cast<unsigned>(k)), field(memory, k));
  context_.runtime.call("ag_rt_grow_stack", {ir_.getInt32(static_cast<uint32_t>(id)), run, memory});
  ir_.CreateRet(ir_.CreateLoad(types[0], field(memory, 0)));
  function_.close();
  return made;
}

/// Emits the switch to another stack if little of this one is left.
void CallEmitter::check_stack(int32_t id, llvm::Function* function) {
  llvm::Function* const other = deeper(id, function);
  llvm::Value* limit = function_.load_address(
      ir_.CreateConstInBoundsGEP1_64(ir_.getInt8Ty(), function_.runtime(), offsetof(Context, stack_limit)), "limit");
  llvm::Value* here = ir_.CreateStackSave();
  llvm::BasicBlock *deep = function_.new_block("deep"), *go = function_.new_block("go");
  ir_.CreateCondBr(ir_.CreateICmpULE(here, limit), deep, go, function_.unlikely());
  ir_.SetInsertPoint(deep);
  std::vector<llvm::Value*> arguments;
  for (llvm::Argument& argument : function->args()) arguments.push_back(&argument);
  llvm::CallInst* call = ir_.CreateCall(other, arguments);
  call->setDoesNotThrow();
  ir_.CreateRet(call);
  ir_.SetInsertPoint(go);
}

void CallEmitter::emit_function(const FunctionCopy& copy, llvm::Function* made) {
  const Function& function = program_.functions[static_cast<size_t>(copy.function)];
  context_.values.clear();
  called_ = &copy;
  function_.begin(made);
  if (copy.depth == 0) check_stack(copy.function, made);
  llvm::Argument* argument = made->arg_begin() + 1;
  for (Register number : function.numbers)
    context_.values.define(number, context_.scalars.from_memory(program_.dtype(number), argument++));
  for (const auto* list : {&function.inputs, &function.outputs}) {
    for (ArrayId id : *list) context_.values.of_local(id) = argument++;
  }
  if (program_.can_stop) context_.runtime.poll(function.loop, nullptr);
  statements_.block(function.body);
  std::vector<llvm::Value*> results;
  for (Register result : function.results)
    results.push_back(context_.scalars.to_memory(program_.dtype(result), context_.values.use(result)));
  function_.end(results);
  called_ = nullptr;
}

void CallEmitter::emit_functions() {
  while (!waiting_.empty()) {
    const FunctionCopy copy = waiting_.back();
    waiting_.pop_back();
    emit_function(copy, functions_.at(copy));
  }
}

}  // namespace ag::codegen
