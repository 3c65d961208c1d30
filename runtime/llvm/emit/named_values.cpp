#include "llvm/emit/named_values.h"

#include <algorithm>
#include <numeric>

namespace ag::codegen {

NamedValues::NamedValues(const Program& program, FunctionBuilder& function, ScalarEmitter& scalars,
                         const SmallLoopPlan& plan)
    : program_(program),
      function_(function),
      ir_(function.ir()),
      scalars_(scalars),
      plan_(plan),
      registers_(program.registers.size()),
      variables_(program.registers.size()),
      locals_(program.arrays.size()) {}

llvm::Value* NamedValues::use(Register id) {
  if (const RegisterInfo& info = program_.registers[static_cast<size_t>(id)]; info.variable) {
    llvm::Value* value = ir_.CreateLoad(scalars_.type(info.dtype), variable(id));
    return in_vectors_ ? ir_.CreateVectorSplat(width(), value) : value;
  }
  llvm::Value* value = registers_[static_cast<size_t>(id)];
  if (!in_vectors_ || value->getType()->isVectorTy()) return value;
  llvm::Value* lanes = ir_.CreateVectorSplat(width(), value);
  if (id != lane_index_) return lanes;
  std::vector<uint64_t> numbers(width());
  std::iota(numbers.begin(), numbers.end(), 0);
  return ir_.CreateAdd(lanes, llvm::ConstantDataVector::get(function_.context(), numbers), "", true, true);
}

llvm::Value* NamedValues::trip_count(const Statement& loop) {
  if (!is_counted(loop)) return ir_.getInt64(static_cast<uint64_t>(loop.extent));
  const UniformCode code(*this, true);
  return use(loop.count);
}

llvm::Value* NamedValues::bits(Register id) {
  const DType dtype = program_.dtype(id);
  llvm::Value* bits = scalars_.to_memory(dtype, use(id));
  bits = ir_.CreateBitCast(bits, ir_.getIntNTy(static_cast<unsigned>(item_size(dtype) * 8)));
  return ir_.CreateZExt(bits, ir_.getInt64Ty());
}

llvm::Value* NamedValues::variable(Register id) {
  llvm::Value*& memory = variables_[static_cast<size_t>(id)];
  if (!memory) memory = function_.stack(scalars_.type(program_.dtype(id)), "variable");
  return memory;
}

llvm::Type* NamedValues::elements_type(ArrayId id) const {
  const ir::TensorType& array = program_.array(id).type;
  return llvm::ArrayType::get(scalars_.stored_type(array.dtype), static_cast<uint64_t>(array.shape.element_count()));
}

llvm::Value* NamedValues::local(ArrayId id) {
  llvm::Value*& memory = locals_[static_cast<size_t>(id)];
  if (memory) return memory;
  llvm::AllocaInst* elements = function_.stack(elements_type(id), "elements");
  if (plan_.is_in_registers(id)) return memory = elements;
  memory = function_.stack(ir_.getPtrTy(), "local");
  llvm::IRBuilder<>(&function_.function()->getEntryBlock()).CreateStore(elements, memory);
  return memory;
}

void NamedValues::clear() {
  std::ranges::fill(registers_, nullptr);
  std::ranges::fill(variables_, nullptr);
  std::ranges::fill(locals_, nullptr);
}

void NamedValues::begin_lanes(Register index, llvm::Value* first, int64_t lanes) {
  in_vectors_ = lanes > 1;
  lanes_ = lanes;
  lane_index_ = index;
  define(index, first);
}

void NamedValues::end_lanes() {
  in_vectors_ = false;
  lane_index_ = kNone;
}

bool NamedValues::varies(Register id) const {
  if (id == lane_index_) return true;
  return !program_.registers[static_cast<size_t>(id)].variable &&
         registers_[static_cast<size_t>(id)]->getType()->isVectorTy();
}

llvm::Type* NamedValues::shaped(llvm::Type* scalar) const {
  return in_vectors_ ? llvm::FixedVectorType::get(scalar, width()) : scalar;
}

}  // namespace ag::codegen
