#include "llvm/emit/parallel_loop_emitter.h"

#include "kernel/reduce/reduce.h"

namespace ag::codegen {

std::optional<Parallelization> ParallelLoopEmitter::sharing(const Statement& nest) {
  if (!is_long(context_.program, context_.machine, nest)) return std::nullopt;
  return parallelize_nest(context_.program, context_.machine, nest, shared_.whole());
}

int64_t ParallelLoopEmitter::shared_blocks(const Statement& fold) {
  if (!is_long(context_.program, context_.machine, fold)) return 0;
  return codegen::shared_blocks(context_.program, context_.machine, fold, kernel::kBlock, shared_.whole());
}

llvm::Value* ParallelLoopEmitter::nanoseconds(const Statement& nest, const Statement& loop) {
  llvm::IRBuilder<>& ir = context_.function.ir();
  llvm::Value* all = ir.getInt64(static_cast<uint64_t>(nanoseconds_of(context_.program, nest)));
  if (!is_counted(loop)) return all;
  return ir.CreateUDiv(ir.CreateMul(all, context_.values.trip_count(loop)),
                       ir.getInt64(static_cast<uint64_t>(loop.extent)));
}

void ParallelLoopEmitter::emit_ranges(const Statement& statement, const Iterations& iterations,
                                      std::span<llvm::Value* const> more, RangeBody body) {
  llvm::IRBuilder<>& ir = context_.function.ir();
  const std::vector<SharedValue> shared = shared_.of({&statement, 1}).values;
  std::vector<llvm::Value*> values;
  for (const SharedValue& one : shared) values.push_back(one.outside);
  values.insert(values.end(), more.begin(), more.end());
  std::vector<llvm::Type*> types;
  for (llvm::Value* value : values) types.push_back(value->getType());
  auto* record = llvm::StructType::get(context_.function.context(), types);
  llvm::AllocaInst* memory = context_.function.stack(record, "shared");
  const auto field = [&](llvm::Value* of, size_t k) {
    return ir.CreateStructGEP(record, of, static_cast<unsigned>(k));
  };
  for (size_t k = 0; k < values.size(); ++k) ir.CreateStore(values[k], field(memory, k));
  const auto number = [&](int64_t value) { return ir.getInt64(static_cast<uint64_t>(value)); };
  auto* type =
      llvm::FunctionType::get(ir.getInt32Ty(), {ir.getPtrTy(), ir.getInt64Ty(), ir.getInt64Ty(), ir.getPtrTy()}, false);
  llvm::Function* function = context_.function.add(type, "range");
  context_.runtime.call("ag_rt_parallel_for",
                        {function, memory, iterations.count, number(iterations.chunk), iterations.nanoseconds});
  std::vector<llvm::Value*> pinned(context_.program.arrays.size(), nullptr);
  context_.elements.swap_pinned(pinned);
  {
    const OtherFunction inside(context_.function);
    context_.function.begin(function);
    std::vector<llvm::Value*> taken;
    for (size_t k = 0; k < values.size(); ++k) {
      llvm::Value* value = ir.CreateLoad(types[k], field(function->getArg(3), k));
      if (k < shared.size())
        *shared[k].place = value;
      else
        taken.push_back(value);
    }
    context_.elements.pin_arrays(statement);
    body(function->getArg(1), function->getArg(2), taken);
    context_.function.end();
  }
  context_.elements.swap_pinned(pinned);
  for (const SharedValue& one : shared) *one.place = one.outside;
}

}  // namespace ag::codegen
