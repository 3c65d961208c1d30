#include "llvm/device/kernel_emitter.h"

#include <algorithm>
#include <limits>

#include "llvm/device/exact_remainder.h"

namespace ag::codegen {

using Kind = StatementKind;

KernelEmitter::KernelEmitter(const DevicePlan& plan, DeviceFunctions& device, bool omit_barriers)
    : context_(plan, device), checks_(context_), reductions_(context_) {
  context_.omit_barriers = omit_barriers;
}

void KernelEmitter::emit(const DeviceKernel& kernel) {
  kernel_ = &kernel;
  places_.clear();
  context_.begin(kernel);
  checks_.begin();
  for (const Register number : kernel.loaded_numbers) {
    llvm::Value* const value = context_.load_slot(number);
    if (context_.program.registers[static_cast<size_t>(number)].variable)
      context_.set(number, value);
    else
      context_.define(number, value);
  }
  // Every thread has loaded its numbers before one of them stores others.
  if (!kernel.loaded_numbers.empty() && !kernel.stored_numbers.empty()) context_.meet(kernel.body.back().location);
  if (kernel.axes.empty()) {
    block(kernel.body);
    store_numbers();
  } else {
    emit_tasks();
  }
  context_.ir.CreateBr(context_.end);
  context_.ir.SetInsertPoint(context_.end);
  context_.ir.CreateRetVoid();
}

/// Emits the loop of a team over its tasks: from its number on, in steps of the number of teams.
void KernelEmitter::emit_tasks() {
  llvm::IRBuilder<>& ir = context_.ir;
  const int64_t tasks = kernel_->task_count(), teams_per_block = kBlockThreads / kernel_->team;
  llvm::Value* const block = ir.CreateZExt(context_.device.block(), ir.getInt64Ty());
  llvm::Value* const blocks = ir.CreateZExt(context_.device.blocks(), ir.getInt64Ty());
  llvm::Value* const thread = ir.CreateZExt(context_.device.thread(), ir.getInt64Ty());
  llvm::Value* const team = ir.CreateAdd(ir.CreateMul(block, context_.int64(teams_per_block)),
                                         ir.CreateUDiv(thread, context_.int64(kernel_->team)));
  const bool is_narrow = tasks <= std::numeric_limits<int32_t>::max();
  context_.counted(team, context_.int64(tasks), ir.CreateMul(blocks, context_.int64(teams_per_block)),
                   [&](llvm::Value* task) { emit_task(task, context_.int64(tasks), is_narrow); });
}

/// Emits one task. The places on the axes are the digits of its number, by divisions of 32 bits if it is `is_narrow`.
void KernelEmitter::emit_task(llvm::Value* task, llvm::Value* count, bool is_narrow) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::Type* const type = is_narrow ? ir.getInt32Ty() : ir.getInt64Ty();
  llvm::Value* rest = ir.CreateTrunc(task, type);
  places_.assign(kernel_->axes.size(), nullptr);
  for (size_t axis = kernel_->axes.size(); axis-- > 0;) {
    llvm::Value* const extent = llvm::ConstantInt::get(type, static_cast<uint64_t>(kernel_->axes[axis].extent));
    llvm::Value* const place = axis == 0 ? rest : ir.CreateURem(rest, extent);
    places_[axis] = ir.CreateZExt(place, ir.getInt64Ty());
    rest = ir.CreateUDiv(rest, extent);
  }
  block(kernel_->body);
  if (kernel_->stored_numbers.empty()) return;
  context_.when(ir.CreateICmpEQ(task, ir.CreateSub(count, context_.int64(1))), [&] { store_numbers(); });
}

void KernelEmitter::store_numbers() {
  if (kernel_->stored_numbers.empty()) return;
  const auto store = [&] {
    for (const Register number : kernel_->stored_numbers) context_.store_slot(number, context_.use(number));
  };
  if (kernel_->team == 1)
    store();
  else
    context_.when(context_.ir.CreateICmpEQ(context_.lane, context_.int64(0)), store);
}

void KernelEmitter::block(const Block& statements) {
  const CheckEmitter::Scope scope(checks_, checks_.next());
  for (const Statement& one : statements) {
    statement(one);
    checks_.pass(one);
  }
}

bool KernelEmitter::is_shared(const Statement& loop) const {
  const auto& shared = kernel_->shared_loops;
  return context_.is_uniform && std::ranges::find(shared, loop.result) != shared.end();
}

/// Returns the place of the task on the axis that replaces a loop; null if there is none.
llvm::Value* KernelEmitter::axis_index(Register id) const {
  for (size_t axis = 0; axis < places_.size(); ++axis) {
    const auto& indices = kernel_->axes[axis].indices;
    if (std::ranges::find(indices, id) != indices.end()) return places_[axis];
  }
  return nullptr;
}

void KernelEmitter::emit_let(const Statement& statement) {
  std::vector<llvm::Value*> x;
  for (const Register operand : statement.operands) x.push_back(context_.use(operand));
  const DType dtype = context_.program.dtype(statement.operands.back());
  const bool is_remainder = statement.primitive == Primitive::fmod;
  context_.define(statement.result,
                  is_remainder ? context_.ir.CreateCall(exact_remainder(context_.device.module(), x[0]->getType()), x)
                               : context_.scalars.primitive(statement.primitive, statement.rounding, dtype,
                                                            context_.program.dtype(statement.result), x));
}

void KernelEmitter::emit_arg_extremum(const Statement& statement) {
  llvm::IRBuilder<>& ir = context_.ir;
  const DType dtype = context_.program.dtype(statement.operands[0]);
  llvm::Type* const place_type = context_.scalars.type(context_.program.dtype(statement.result));
  llvm::Value *best = nullptr, *place = nullptr;
  for (size_t k = 0; k < statement.operands.size(); ++k) {
    llvm::Value* const next = context_.use(statement.operands[k]);
    llvm::Value* const number = statement.bits != 0 ? llvm::ConstantInt::get(place_type, k) : nullptr;
    if (!best) {
      best = next;
      place = number;
      continue;
    }
    llvm::Value* better = context_.scalars.compare(statement.primitive, dtype, next, best);
    if (is_floating(dtype)) {
      better = ir.CreateOr(better, ir.CreateFCmpUNO(next, next));
      better = ir.CreateAnd(better, ir.CreateFCmpORD(best, best));
    }
    best = ir.CreateSelect(better, next, best);
    if (place) place = ir.CreateSelect(better, number, place);
  }
  context_.define(statement.result, place ? place : best);
}

void KernelEmitter::emit_load(const Statement& statement) {
  context_.define(statement.result, context_.load(statement));
  if (context_.is_uniform && context_.touches_stored(statement)) context_.meet(statement.location);
}

void KernelEmitter::emit_store(const Statement& statement) {
  if (!context_.is_uniform) return context_.store(statement);
  context_.when(context_.ir.CreateICmpEQ(context_.lane, context_.int64(0)), [&] { context_.store(statement); });
  context_.meet(statement.location);
}

void KernelEmitter::emit_loop(const Statement& loop) {
  const auto iteration = [&](llvm::Value* index) {
    const CheckEmitter::Scope scope(checks_, checks_.next_in(loop, index));
    context_.define(loop.result, index);
    block(loop.blocks[0]);
  };
  llvm::Value* const count = context_.trip_count(loop);
  if (llvm::Value* const place = axis_index(loop.result)) {
    if (!is_counted(loop)) return iteration(place);
    return context_.when(context_.ir.CreateICmpSLT(place, count), [&] { iteration(place); });
  }
  if (!is_shared(loop)) return context_.counted(context_.int64(0), count, context_.int64(1), iteration);
  context_.is_uniform = false;
  context_.counted(context_.lane, count, context_.int64(kernel_->team), iteration);
  context_.is_uniform = true;
  if (context_.touches_stored(loop)) context_.meet(loop.location);
}

void KernelEmitter::emit_reduction(const Statement& row) {
  const bool shared = is_shared(row);
  if (shared) context_.is_uniform = false;
  reductions_.emit(row, shared, [&](llvm::Value* index) {
    const CheckEmitter::Scope scope(checks_, checks_.next_in(row, index));
    context_.define(row.result, index);
    block(row.blocks[0]);
  });
  if (!shared) return;
  context_.is_uniform = true;
  if (context_.touches_stored(row)) context_.meet(row.location);
}

void KernelEmitter::emit_branches(const Statement& statement) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::BasicBlock* const after = context_.new_block("end");
  std::vector<llvm::BasicBlock*> arms;
  for (size_t k = 0; k < statement.blocks.size(); ++k) arms.push_back(context_.new_block("arm"));
  llvm::Value* const choice = context_.use(statement.operands[0]);
  if (statement.kind == Kind::If) {
    ir.CreateCondBr(choice, arms[0], arms[1]);
  } else {
    llvm::SwitchInst* const branch = ir.CreateSwitch(choice, arms.back(), static_cast<unsigned>(arms.size()));
    auto* const type = llvm::cast<llvm::IntegerType>(choice->getType());
    for (size_t k = 0; k + 1 < arms.size(); ++k) branch->addCase(llvm::ConstantInt::get(type, k), arms[k]);
  }
  llvm::Value* first = checks_.next();
  for (size_t k = 0; k < arms.size(); ++k) {
    ir.SetInsertPoint(arms[k]);
    const CheckEmitter::Scope scope(checks_, first);
    block(statement.blocks[k]);
    ir.CreateBr(after);
  }
  ir.SetInsertPoint(after);
}

void KernelEmitter::emit_while(const Statement& statement) {
  llvm::IRBuilder<>& ir = context_.ir;
  llvm::BasicBlock *test = context_.new_block("test"), *body = context_.new_block("body"),
                   *after = context_.new_block("end");
  ir.CreateBr(test);
  ir.SetInsertPoint(test);
  block(statement.blocks[0]);
  ir.CreateCondBr(context_.use(statement.operands[0]), body, after);
  ir.SetInsertPoint(body);
  block(statement.blocks[1]);
  ir.CreateBr(test);
  ir.SetInsertPoint(after);
}

void KernelEmitter::statement(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Constant:
      return context_.define(statement.result,
                             context_.scalars.constant(context_.program.dtype(statement.result), statement.bits));
    case Kind::Let:
      return emit_let(statement);
    case Kind::ArgExtremum:
      return emit_arg_extremum(statement);
    case Kind::Set:
      return context_.set(statement.result, context_.use(statement.operands[0]));
    case Kind::Load:
      return emit_load(statement);
    case Kind::Store:
      return emit_store(statement);
    case Kind::Check:
      return checks_.emit(statement);
    case Kind::Loop:
      return emit_loop(statement);
    case Kind::Reduce:
      return emit_reduction(statement);
    case Kind::If:
    case Kind::Switch:
      return emit_branches(statement);
    case Kind::While:
      return emit_while(statement);
    default:
      llvm_unreachable("the partition leaves this statement to the host");
  }
}

}  // namespace ag::codegen
