#include "llvm/device/kernel_context.h"

#include <algorithm>

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// The lanes of a warp of which a half-warp is the first.
constexpr uint32_t kHalfWarpMask = 0xffff, kWarpThreads = 32;

}  // namespace

void KernelContext::begin(const DeviceKernel& of) {
  kernel = &of;
  registers_.assign(program.registers.size(), nullptr);
  variables_.assign(program.registers.size(), nullptr);
  arrays_.assign(program.arrays.size(), {});
  std::vector<DeviceFunctions::Parameter> parameters;
  const bool is_team = of.team > 1;
  for (const KernelArray& array : of.arrays)
    parameters.push_back({"a" + std::to_string(array.id), is_team && array.is_stored});
  parameters.push_back({"numbers", is_team});
  parameters.push_back({"faults", true});
  function = device.begin(of.name, kBlockThreads, parameters);
  for (size_t k = 0; k < of.arrays.size(); ++k) {
    const KernelArray& array = of.arrays[k];
    arrays_[static_cast<size_t>(array.id)] = {parameters[k].address, parameters[k].index, false, array.is_stored};
  }
  faults = parameters.back();
  numbers_ = parameters[parameters.size() - 2];
  for (const ArrayId id : of.private_arrays) {
    const ArrayInfo& array = program.array(id);
    auto* const type = llvm::ArrayType::get(scalars.stored_type(array.type.dtype),
                                            static_cast<uint64_t>(array.type.shape.element_count()));
    arrays_[static_cast<size_t>(id)] = {stack(type, "private"), -1, true, false};
  }
  end = new_block("end");
  llvm::Value* const thread = device.thread();
  lane = int64(0);
  mask = nullptr;
  is_uniform = is_team;
  if (is_uniform) {
    const auto team = static_cast<uint32_t>(of.team);
    lane = ir.CreateZExt(ir.CreateAnd(thread, team - 1), ir.getInt64Ty());
    mask = ir.CreateShl(ir.getInt32(kHalfWarpMask), ir.CreateAnd(thread, kWarpThreads - team));
  }
}

llvm::AllocaInst* KernelContext::stack(llvm::Type* type, const char* name) {
  llvm::BasicBlock& entry = function->getEntryBlock();
  return llvm::IRBuilder<>(&entry, entry.begin()).CreateAlloca(type, nullptr, name);
}

llvm::AllocaInst* KernelContext::variable(Register id) {
  llvm::AllocaInst*& memory = variables_[static_cast<size_t>(id)];
  if (!memory) memory = stack(scalars.type(program.dtype(id)), "variable");
  return memory;
}

llvm::Value* KernelContext::use(Register id) {
  if (program.registers[static_cast<size_t>(id)].variable)
    return ir.CreateLoad(scalars.type(program.dtype(id)), variable(id));
  return registers_[static_cast<size_t>(id)];
}

llvm::Value* KernelContext::trip_count(const Statement& loop) {
  if (!is_counted(loop)) return int64(loop.extent);
  return scalars.convert(program.dtype(loop.count), DType::int64, use(loop.count));
}

llvm::BasicBlock* KernelContext::new_block(const char* name) {
  return llvm::BasicBlock::Create(ir.getContext(), name, function);
}

void KernelContext::when(llvm::Value* condition, llvm::function_ref<void()> body) {
  llvm::BasicBlock *inside = new_block("then"), *after = new_block("then.end");
  ir.CreateCondBr(condition, inside, after);
  ir.SetInsertPoint(inside);
  body();
  ir.CreateBr(after);
  ir.SetInsertPoint(after);
}

void KernelContext::counted(llvm::Value* first, llvm::Value* last, llvm::Value* step,
                            llvm::function_ref<void(llvm::Value*)> body) {
  llvm::BasicBlock *before = ir.GetInsertBlock(), *inside = new_block("loop"), *after = new_block("loop.end");
  ir.CreateCondBr(ir.CreateICmpSLT(first, last), inside, after);
  ir.SetInsertPoint(inside);
  llvm::PHINode* const index = ir.CreatePHI(ir.getInt64Ty(), 2);
  index->addIncoming(first, before);
  body(index);
  llvm::Value* const next = ir.CreateAdd(index, step, "", true, true);
  index->addIncoming(next, ir.GetInsertBlock());
  ir.CreateCondBr(ir.CreateICmpSLT(next, last), inside, after);
  ir.SetInsertPoint(after);
}

KernelContext::Place KernelContext::element(const Statement& statement) {
  llvm::Value* index = int64(statement.index.offset);
  for (const auto& [id, factor] : statement.index.terms)
    index = ir.CreateAdd(index, ir.CreateMul(use(id), int64(factor)));
  const ArrayPlace& array = arrays_[static_cast<size_t>(statement.array)];
  llvm::Type* const type = scalars.stored_type(program.array(statement.array).type.dtype);
  return {ir.CreateInBoundsGEP(type, array.address, index), array.index, array.is_private};
}

KernelContext::Place KernelContext::slot(Register id) {
  llvm::Value* const address =
      ir.CreateConstInBoundsGEP1_64(ir.getInt64Ty(), numbers_.address, static_cast<uint64_t>(plan.slot(id)));
  return {address, numbers_.index, false};
}

void KernelContext::check(const Place& place, uint64_t bytes, bool is_store, const SourceLocation& location) {
  if (!place.is_private) device.access({place.address, bytes, is_store, place.array, device.statement(location)});
}

llvm::Value* KernelContext::load(const Statement& statement) {
  const DType dtype = program.array(statement.array).type.dtype;
  const Place place = element(statement);
  check(place, item_size(dtype), false, statement.location);
  llvm::Value* const value =
      ir.CreateAlignedLoad(scalars.stored_type(dtype), place.address, llvm::Align(item_size(dtype)));
  return scalars.from_memory(dtype, value);
}

void KernelContext::store(const Statement& statement) {
  const DType dtype = program.array(statement.array).type.dtype;
  const Place place = element(statement);
  check(place, item_size(dtype), true, statement.location);
  ir.CreateAlignedStore(scalars.to_memory(dtype, use(statement.operands[0])), place.address,
                        llvm::Align(item_size(dtype)));
}

llvm::Value* KernelContext::load_slot(Register id) {
  const DType dtype = program.dtype(id);
  const Place place = slot(id);
  check(place, item_size(dtype), false, kernel->body.back().location);
  return scalars.from_memory(dtype,
                             ir.CreateAlignedLoad(scalars.stored_type(dtype), place.address, llvm::Align(kSlotBytes)));
}

void KernelContext::store_slot(Register id, llvm::Value* value) {
  const DType dtype = program.dtype(id);
  const Place place = slot(id);
  check(place, item_size(dtype), true, kernel->body.back().location);
  ir.CreateAlignedStore(scalars.to_memory(dtype, value), place.address, llvm::Align(kSlotBytes));
}

bool KernelContext::touches_stored(const Statement& statement) const {
  bool found = false;
  const DefUse uses(program, statement);
  for (const auto& [id, facts] : uses.arrays()) found = found || arrays_[static_cast<size_t>(id)].is_stored;
  return found;
}

void KernelContext::meet(const SourceLocation& location) {
  if (mask && !omit_barriers) device.warp_barrier(mask, device.statement(location));
}

}  // namespace ag::codegen
