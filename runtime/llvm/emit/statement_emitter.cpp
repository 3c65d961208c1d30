#include "llvm/emit/statement_emitter.h"

#include <algorithm>

namespace ag::codegen {

using Kind = StatementKind;

StatementEmitter::StatementEmitter(EmissionContext& context)
    : context_(context),
      program_(context.program),
      function_(context.function),
      ir_(context.function.ir()),
      values_(context.values),
      shared_(context),
      splitter_(context, shared_, *this),
      threads_(context, shared_),
      loops_(context, threads_, *this),
      reductions_(context, threads_, *this),
      arg_reductions_(context),
      calls_(context, *this) {}

void StatementEmitter::block(const Block& statements) {
  if (context_.elements.loop_depth() > 0 || !splitter_.split(statements)) run(statements);
}

void StatementEmitter::run(std::span<const Statement> statements) {
  for (const Statement& one : statements) statement(one);
}

void StatementEmitter::lanes(const Statement& loop, llvm::Value* first, int64_t lanes) {
  values_.begin_lanes(loop.result, first, lanes);
  block(loop.blocks[0]);
}

void StatementEmitter::statement(const Statement& statement) {
  const llvm::DebugLoc around = ir_.getCurrentDebugLocation();
  function_.set_location(statement.location);
  if (statement.span != kNone) context_.runtime.note_span("ag_rt_enter", statement.span);
  emit(statement);
  if (statement.span != kNone) context_.runtime.note_span("ag_rt_leave", statement.span);
  ir_.SetCurrentDebugLocation(around);
}

/// Computes a value as a scalar if it is uniform over the lanes, as the offset of an indexed row is.
void StatementEmitter::emit_let(const Statement& statement) {
  const UniformCode code(
      values_, std::ranges::none_of(statement.operands, [&](Register operand) { return values_.varies(operand); }));
  std::vector<llvm::Value*> x;
  for (Register operand : statement.operands) x.push_back(values_.use(operand));
  values_.define(statement.result, context_.scalars.primitive(statement.primitive, statement.rounding,
                                                              program_.dtype(statement.operands.back()),
                                                              program_.dtype(statement.result), x));
}

void StatementEmitter::emit_if(const Statement& statement) {
  function_.either(
      values_.use(statement.operands[0]), [&] { block(statement.blocks[0]); }, [&] { block(statement.blocks[1]); });
}

void StatementEmitter::emit_switch(const Statement& statement) {
  llvm::BasicBlock* after = function_.new_block("end");
  std::vector<llvm::BasicBlock*> arms;
  for (size_t k = 0; k < statement.blocks.size(); ++k) arms.push_back(function_.new_block("arm"));
  llvm::Value* choice = values_.use(statement.operands[0]);
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

void StatementEmitter::emit_while(const Statement& statement) {
  llvm::BasicBlock *test = function_.new_block("test"), *body = function_.new_block("body"),
                   *after = function_.new_block("end");
  // A failure leaves the loop through a block that reports the number of complete iterations. The counter is dead code
  // if nothing can fail.
  llvm::BasicBlock* const outside = function_.failed();
  function_.set_failed(function_.new_block("failed"));
  llvm::Value* rounds = function_.stack(ir_.getInt64Ty(), "rounds");
  ir_.CreateStore(ir_.getInt64(0), rounds);
  if (program_.can_stop) context_.runtime.poll_soon();
  ir_.CreateBr(test);
  ir_.SetInsertPoint(test);
  block(statement.blocks[0]);
  ir_.CreateCondBr(values_.use(statement.operands[0]), body, after);
  ir_.SetInsertPoint(body);
  if (program_.can_stop) context_.runtime.poll(static_cast<int32_t>(statement.bits), rounds);
  block(statement.blocks[1]);
  ir_.CreateStore(ir_.CreateAdd(ir_.CreateLoad(ir_.getInt64Ty(), rounds), ir_.getInt64(1)), rounds);
  ir_.CreateBr(test);
  ir_.SetInsertPoint(function_.failed());
  function_.set_failed(outside);
  context_.runtime.call(
      "ag_rt_unwind", {ir_.getInt32(static_cast<uint32_t>(statement.bits)), ir_.CreateLoad(ir_.getInt64Ty(), rounds)});
  ir_.CreateBr(outside);
  ir_.SetInsertPoint(after);
}

void StatementEmitter::emit(const Statement& statement) {
  switch (statement.kind) {
    case Kind::Constant:
      return values_.define(statement.result,
                            context_.scalars.constant(program_.dtype(statement.result), statement.bits));
    case Kind::Let:
      return emit_let(statement);
    case Kind::ArgExtremum:
      return arg_reductions_.emit(statement);
    case Kind::Apply:
      return emit_apply(statement);
    case Kind::Set:
      ir_.CreateStore(values_.use(statement.operands[0]), values_.variable(statement.result));
      return;
    case Kind::Load:
      return values_.define(statement.result, context_.elements.load(statement));
    case Kind::Length:
      return values_.define(statement.result, context_.runtime.length(statement.array));
    case Kind::Store:
      return context_.elements.store(statement);
    case Kind::Check:
      return emit_check(statement);
    case Kind::Loop:
      return loops_.emit(statement);
    case Kind::Reduce:
      return reductions_.emit(statement);
    case Kind::If:
      return emit_if(statement);
    case Kind::Switch:
      return emit_switch(statement);
    case Kind::While:
      return emit_while(statement);
    case Kind::Kernel:
      return context_.runtime.call("ag_rt_kernel", {ir_.getInt32(static_cast<uint32_t>(statement.site))});
    case Kind::Allocate:
      if (program_.is_direct_call) return;
      return call_for_array("ag_rt_allocate", statement);
    case Kind::MakeContiguous:
      if (program_.is_direct_call || is_ready(statement)) return;
      return call_for_array("ag_rt_make_contiguous", statement);
    case Kind::MakeUnique:
      return call_for_array("ag_rt_make_unique", statement);
    case Kind::Free:
      return call_for_array("ag_rt_release", statement);
    case Kind::Box:
      return emit_box(statement);
    case Kind::Alias:
      return emit_alias(statement);
    case Kind::Swap:
      return emit_swap(statement);
    case Kind::Call:
      return calls_.emit(statement);
  }
}

}  // namespace ag::codegen
