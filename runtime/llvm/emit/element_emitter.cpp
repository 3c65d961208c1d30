#include "llvm/emit/element_emitter.h"

#include <algorithm>

#include "program/walk.h"

namespace ag::codegen {

ElementEmitter::ElementEmitter(const Program& program, const detail::Machine& machine, FunctionBuilder& function,
                               ScalarEmitter& scalars, NamedValues& values, const SmallLoopPlan& plan)
    : program_(program),
      machine_(machine),
      function_(function),
      ir_(function.ir()),
      scalars_(scalars),
      values_(values),
      plan_(plan),
      invariant_(invariant_arrays(program)),
      pinned_(program.arrays.size()) {}

llvm::Value* ElementEmitter::array_data(ArrayId id) {
  const auto at = static_cast<size_t>(id);
  if (pinned_[at]) return pinned_[at];
  if (plan_.is_in_registers(id) || program_.array(id).storage == Storage::Parameter) return values_.local(id);
  if (program_.array(id).storage == Storage::Stack) return function_.load_address(values_.local(id), "local");
  return function_.load_address(ir_.CreateConstInBoundsGEP1_64(ir_.getPtrTy(), function_.table(), at), "array");
}

llvm::Value* ElementEmitter::index(const Statement& statement, int64_t& stride) {
  llvm::Value* sum = ir_.getInt64(static_cast<uint64_t>(statement.index.offset));
  stride = 0;
  for (const auto& [id, factor] : statement.index.terms) {
    if (values_.in_vectors() && id == values_.lane_index()) stride = factor;
    llvm::Value* term = values_.of_register(id);
    if (factor != 1) term = ir_.CreateMul(term, ir_.getInt64(static_cast<uint64_t>(factor)), "", false, true);
    sum = ir_.CreateAdd(sum, term, "", false, true);
  }
  return sum;
}

llvm::Value* ElementEmitter::element_address(const Statement& statement, llvm::Value* index) {
  return ir_.CreateInBoundsGEP(scalars_.stored_type(program_.array(statement.array).type.dtype),
                               array_data(statement.array), index);
}

void ElementEmitter::annotate(llvm::Instruction* access, ArrayId array) {
  access->setMetadata(llvm::LLVMContext::MD_tbaa, function_.element_tag());
  if (invariant_[static_cast<size_t>(array)]) {
    access->setMetadata(llvm::LLVMContext::MD_invariant_load, llvm::MDNode::get(function_.context(), {}));
  }
  if (access_group_) access->setMetadata(llvm::LLVMContext::MD_access_group, access_group_);
}

/// True if the lanes of an access have no common stride.
bool ElementEmitter::has_lane_places(const Statement& statement) const {
  return values_.in_vectors() && std::ranges::any_of(statement.index.terms, [&](const auto& term) {
           return values_.of_register(term.first)->getType()->isVectorTy();
         });
}

/// Loads each lane separately.
llvm::Value* ElementEmitter::load_places(const Statement& statement) {
  const DType dtype = program_.dtype(statement.result);
  llvm::Type* element = scalars_.stored_type(dtype);
  llvm::Value* lanes = llvm::PoisonValue::get(values_.shaped(element));
  for (uint64_t lane = 0; lane < static_cast<uint64_t>(values_.lanes()); ++lane) {
    llvm::Value* at = ir_.getInt64(static_cast<uint64_t>(statement.index.offset));
    for (const auto& [id, factor] : statement.index.terms) {
      llvm::Value* term = values_.of_register(id);
      if (term->getType()->isVectorTy()) term = ir_.CreateExtractElement(term, lane);
      if (id == values_.lane_index()) term = ir_.CreateAdd(term, ir_.getInt64(lane), "", false, true);
      term = ir_.CreateMul(term, ir_.getInt64(static_cast<uint64_t>(factor)), "", false, true);
      at = ir_.CreateAdd(at, term, "", false, true);
    }
    llvm::LoadInst* value =
        ir_.CreateAlignedLoad(element, element_address(statement, at), llvm::Align(item_size(dtype)));
    annotate(value, statement.array);
    lanes = ir_.CreateInsertElement(lanes, value, lane);
  }
  return scalars_.from_memory(dtype, lanes);
}

/// Loads all elements of the steps and selects one per lane. Loads of other elements of the same steps share the
/// vector.
llvm::Value* ElementEmitter::load_steps(const Statement& statement, int64_t stride) {
  const DType dtype = program_.dtype(statement.result);
  Statement steps = statement;
  const int64_t place = steps.index.offset % stride;
  steps.index.offset -= place;
  llvm::Value* first = index(steps, stride);
  llvm::Type* all =
      llvm::FixedVectorType::get(scalars_.stored_type(dtype), static_cast<unsigned>(values_.lanes() * stride));
  llvm::LoadInst* elements = ir_.CreateAlignedLoad(all, element_address(steps, first), llvm::Align(item_size(dtype)));
  annotate(elements, statement.array);
  std::vector<int> taken;
  for (int64_t lane = 0; lane < values_.lanes(); ++lane) taken.push_back(static_cast<int>(lane * stride + place));
  return scalars_.from_memory(dtype, ir_.CreateShuffleVector(elements, taken));
}

/// Loads the lanes of the mask. Returns null if all lanes read the same element.
llvm::Value* ElementEmitter::load_masked(const Statement& statement) {
  const DType dtype = program_.dtype(statement.result);
  const llvm::Align align(item_size(dtype));
  llvm::Type* const type = values_.shaped(scalars_.stored_type(dtype));
  const auto lanes = static_cast<unsigned>(values_.lanes());
  int64_t stride = 0;
  llvm::CallInst* value = nullptr;
  if (!has_lane_places(statement)) {
    llvm::Value* const first = index(statement, stride);
    if (stride == 0) return nullptr;
    if (stride == 1)
      value = ir_.CreateMaskedLoad(type, element_address(statement, first), align, mask_,
                                   llvm::Constant::getNullValue(type));
  }
  if (!value) {
    llvm::Value* at = ir_.CreateVectorSplat(lanes, ir_.getInt64(static_cast<uint64_t>(statement.index.offset)));
    for (const auto& [id, factor] : statement.index.terms) {
      llvm::Value* term = values_.of_register(id);
      if (!term->getType()->isVectorTy()) term = ir_.CreateVectorSplat(lanes, term);
      if (id == values_.lane_index()) term = ir_.CreateAdd(term, ir_.CreateStepVector(term->getType()));
      at = ir_.CreateAdd(
          at, ir_.CreateMul(term, ir_.CreateVectorSplat(lanes, ir_.getInt64(static_cast<uint64_t>(factor)))));
    }
    value =
        ir_.CreateMaskedGather(type, element_address(statement, at), align, mask_, llvm::Constant::getNullValue(type));
  }
  value->setMetadata(llvm::LLVMContext::MD_tbaa, function_.element_tag());
  return scalars_.from_memory(dtype, value);
}

llvm::Value* ElementEmitter::load(const Statement& statement) {
  if (mask_ && values_.in_vectors()) {
    if (llvm::Value* const value = load_masked(statement)) return value;
  }
  if (has_lane_places(statement)) return load_places(statement);
  const DType dtype = program_.dtype(statement.result);
  const llvm::Align align(item_size(dtype));
  int64_t stride = 0;
  llvm::Value* first = index(statement, stride);
  llvm::Type* element = scalars_.stored_type(dtype);
  if (!values_.in_vectors() || stride == 0) {
    llvm::LoadInst* value = ir_.CreateAlignedLoad(element, element_address(statement, first), align);
    annotate(value, statement.array);
    return scalars_.from_memory(dtype, value);
  }
  if (stride == 1) {
    llvm::Value* address = element_address(statement, first);
    if (streaming_) fetch_ahead(address, item_size(dtype) * static_cast<uint64_t>(values_.lanes()));
    llvm::LoadInst* lanes = ir_.CreateAlignedLoad(values_.shaped(element), address, align);
    annotate(lanes, statement.array);
    return scalars_.from_memory(dtype, lanes);
  }
  if (is_in_whole_steps(program_, statement, stride, values_.lanes())) return load_steps(statement, stride);
  llvm::Value* lanes = llvm::PoisonValue::get(values_.shaped(element));
  for (int64_t lane = 0; lane < values_.lanes(); ++lane) {
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(static_cast<uint64_t>(lane * stride)));
    llvm::LoadInst* value = ir_.CreateAlignedLoad(element, element_address(statement, at), align);
    annotate(value, statement.array);
    lanes = ir_.CreateInsertElement(lanes, value, static_cast<uint64_t>(lane));
  }
  return scalars_.from_memory(dtype, lanes);
}

void ElementEmitter::store(const Statement& statement) {
  const DType dtype = program_.dtype(statement.operands[0]);
  const llvm::Align align(item_size(dtype));
  int64_t stride = 0;
  llvm::Value* first = index(statement, stride);
  llvm::Value* value = scalars_.to_memory(dtype, values_.use(statement.operands[0]));
  if (!values_.in_vectors() || stride == 1) {
    llvm::StoreInst* store = ir_.CreateAlignedStore(value, element_address(statement, first), align);
    annotate(store, statement.array);
    if (streaming_) {
      store->setAlignment(
          llvm::Align(std::min<uint64_t>(64, item_size(dtype) * static_cast<uint64_t>(values_.lanes()))));
      store->setMetadata(llvm::LLVMContext::MD_nontemporal,
                         llvm::MDNode::get(function_.context(), llvm::ConstantAsMetadata::get(ir_.getInt32(1))));
    }
    return;
  }
  for (int64_t lane = 0; lane < values_.lanes(); ++lane) {
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(static_cast<uint64_t>(lane * stride)));
    ir_.CreateAlignedStore(ir_.CreateExtractElement(value, static_cast<uint64_t>(lane)), element_address(statement, at),
                           align);
  }
}

/// Emits prefetches. Addresses past the end of an array are harmless.
void ElementEmitter::fetch_ahead(llvm::Value* address, uint64_t bytes) {
  const auto line_bytes = static_cast<uint64_t>(machine_.line_bytes), ahead = 32 * line_bytes;
  constexpr uint32_t kToRead = 0, kOften = 3, kData = 1;
  for (uint64_t line = 0; line < bytes; line += line_bytes) {
    llvm::Value* place = ir_.CreateConstGEP1_64(ir_.getInt8Ty(), address, ahead + line);
    ir_.CreateIntrinsic(llvm::Intrinsic::prefetch, {ir_.getPtrTy()},
                        {place, ir_.getInt32(kToRead), ir_.getInt32(kOften), ir_.getInt32(kData)});
  }
}

void ElementEmitter::pin_arrays(const Statement& loop) {
  for_each(loop.blocks[0], [&](const Statement& statement) {
    if (statement.kind != StatementKind::Load && statement.kind != StatementKind::Store) return;
    llvm::Value*& address = pinned_[static_cast<size_t>(statement.array)];
    if (!address) address = array_data(statement.array);
  });
}

void ElementEmitter::enter_loop(const Statement& loop) {
  if (loop_depth_++ == 0) pin_arrays(loop);
}

void ElementEmitter::leave_loop() {
  if (--loop_depth_ == 0) pinned_.assign(pinned_.size(), nullptr);
}

}  // namespace ag::codegen
