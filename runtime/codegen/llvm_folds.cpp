/// Folds of rows: the lanes of kernel/reduce.h are the elements of vectors, so the order is the specified one and the
/// code is wide.
#include "codegen/llvm_emitter.h"
#include "kernel/reduce.h"

namespace ag::codegen {

namespace {

constexpr auto kWidth = static_cast<uint64_t>(kernel::kLanes);

bool is_plus_zero(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && constant->isNullValue();
}

}  // namespace

llvm::Value* Emitter::identity(const FoldResult& fold) const {
  const DType dtype = program_.dtype(fold.result);
  llvm::Type* of = type(dtype);
  const bool greatest = fold.fold == ir::Fold::Min, extremum = greatest || fold.fold == ir::Fold::Max;
  if (is_floating(dtype)) {
    if (extremum) return llvm::ConstantFP::getInfinity(of, !greatest);
    return llvm::ConstantFP::get(of, fold.fold == ir::Fold::Product ? 1.0 : 0.0);
  }
  const unsigned bits = of->getIntegerBitWidth();
  const bool sign = category(dtype) == Category::Signed;
  if (!extremum) {
    return llvm::ConstantInt::get(of, fold.fold == ir::Fold::Product || fold.fold == ir::Fold::All ? 1 : 0);
  }
  if (greatest)
    return llvm::ConstantInt::get(of, sign ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits));
  return llvm::ConstantInt::get(of, sign ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits));
}

llvm::Value* Emitter::combine(const FoldResult& fold, llvm::Value* a, llvm::Value* b) {
  const DType dtype = program_.dtype(fold.result);
  const llvm::IRBuilderBase::FastMathFlagGuard guard(ir_);
  ir_.setFastMathFlags(flags(fold.rounding));
  switch (fold.fold) {
    case ir::Fold::Product:
      return arithmetic(Primitive::Multiply, dtype, a, b);
    case ir::Fold::All:
      return ir_.CreateAnd(a, b);
    case ir::Fold::Any:
      return ir_.CreateOr(a, b);
    case ir::Fold::Max:
    case ir::Fold::Min: {
      // As an instruction gives it but for a NaN, which the next element need not wait for.
      const Primitive better = fold.fold == ir::Fold::Max ? Primitive::Greater : Primitive::Less;
      llvm::Value* taken = ir_.CreateSelect(compare(better, dtype, b, a), b, a);
      if (!is_floating(dtype)) return taken;
      // Else LLVM would make one choice of both, and compare twice before it.
      taken = ir_.CreateArithmeticFence(taken, taken->getType());
      return ir_.CreateSelect(ir_.CreateFCmpUNO(b, b), b, taken);
    }
    default:
      if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(b); choice && is_plus_zero(choice->getFalseValue())) {
        // A lane that begins with 0 is never -0, so 0 leaves it as it is: one addition where the condition holds.
        return ir_.CreateSelect(choice->getCondition(), arithmetic(Primitive::Add, dtype, a, choice->getTrueValue()),
                                a);
      }
      return arithmetic(Primitive::Add, dtype, a, b);
  }
}

std::vector<Emitter::Folded> Emitter::folded(const Statement& fold) {
  std::vector<Folded> list;
  for (const FoldResult& one : fold.folds) {
    list.push_back({use(one.value), one.factor == kNone ? nullptr : use(one.factor)});
  }
  return list;
}

llvm::Value* Emitter::take(const FoldResult& fold, llvm::Value* total, const Folded& further) {
  if (!further.factor) return combine(fold, total, further.value);
  if (is_floating(program_.dtype(fold.result))) {
    return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {total->getType()}, {further.value, further.factor, total});
  }
  return combine(fold, total, ir_.CreateMul(further.value, further.factor));
}

/// The lanes are halved until one is left. Lanes that are not there would have nothing but the identity.
llvm::Value* Emitter::halve(const FoldResult& fold, llvm::Value* lanes) {
  // In which order booleans come does not matter: a mask is one number.
  if (fold.fold == ir::Fold::Any) return ir_.CreateOrReduce(lanes);
  if (fold.fold == ir::Fold::All) return ir_.CreateAndReduce(lanes);
  auto count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(lanes->getType())->getNumElements());
  for (int half = static_cast<int>(kWidth) / 2; half > 0; half /= 2) {
    if (count <= half) continue;
    std::vector<int> low, high;
    for (int lane = 0; lane < half; ++lane) {
      low.push_back(lane);
      high.push_back(std::min(lane + half, count));
    }
    llvm::Value* rest = ir_.CreateVectorSplat(static_cast<unsigned>(count), identity(fold));
    lanes = combine(fold, ir_.CreateShuffleVector(lanes, low), ir_.CreateShuffleVector(lanes, rest, high));
    count = half;
  }
  return ir_.CreateExtractElement(lanes, uint64_t{0});
}

/// Emits the body for `lanes` indices from one on; gives what the folds take.
std::vector<Emitter::Folded> Emitter::body_values(const Statement& statement, llvm::Value* index, int64_t lanes) {
  emit_lanes(statement, index, lanes);
  std::vector<Folded> values = folded(statement);
  end_lanes();
  return values;
}

/// Memory for the lanes of each fold, where single lanes are changed.
std::vector<llvm::Value*> Emitter::lane_memory(const Statement& statement) {
  std::vector<llvm::Value*> memory;
  for (const FoldResult& fold : statement.folds) {
    memory.push_back(stack(llvm::ArrayType::get(stored_type(program_.dtype(fold.result)), kWidth), "lanes"));
  }
  return memory;
}

/// What is left of a row behind its last whole group, which goes into the first lanes. Only the last block of a row has
/// such a rest, whose length is known.
void Emitter::take_rest(const Statement& statement, llvm::Value* first, llvm::Value* length,
                        const std::vector<llvm::Value*>& memory) {
  static_assert(kernel::kBlock % kernel::kLanes == 0);
  const int64_t rest = statement.extent % kernel::kLanes;
  llvm::Value* left = ir_.CreateAnd(length, kWidth - 1);
  if (rest == 0 || is_zero(left)) return;
  const bool surely = llvm::isa<llvm::ConstantInt>(left);
  llvm::BasicBlock* after = surely ? nullptr : new_block("rest.end");
  if (!surely) {
    llvm::BasicBlock* inside = new_block("rest");
    ir_.CreateCondBr(ir_.CreateIsNotNull(left), inside, after);
    ir_.SetInsertPoint(inside);
  }
  const std::vector<Folded> values = body_values(statement, first, rest);
  for (size_t k = 0; k < values.size(); ++k) {
    const DType dtype = program_.dtype(statement.folds[k].result);
    llvm::Type* lanes = stored_type(dtype);
    if (rest > 1) lanes = llvm::FixedVectorType::get(lanes, static_cast<unsigned>(rest));
    llvm::Value* total = from_memory(dtype, ir_.CreateAlignedLoad(lanes, memory[k], llvm::Align(64)));
    llvm::Value* more = to_memory(dtype, take(statement.folds[k], total, values[k]));
    ir_.CreateAlignedStore(more, memory[k], llvm::Align(64));
  }
  if (surely) return;
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

/// A block of at most kernel::kBlock elements from `first` on as one value for each fold.
std::vector<llvm::Value*> Emitter::fold_block(const Statement& statement, llvm::Value* first, llvm::Value* length) {
  const size_t count = statement.folds.size();
  const std::vector<llvm::Value*> memory = lane_memory(statement);
  auto lane_type = [&](size_t k) {
    return llvm::FixedVectorType::get(stored_type(program_.dtype(statement.folds[k].result)), kWidth);
  };
  auto load_lanes = [&](size_t k) {
    const DType dtype = program_.dtype(statement.folds[k].result);
    return from_memory(dtype, ir_.CreateAlignedLoad(lane_type(k), memory[k], llvm::Align(64)));
  };
  auto store_lanes = [&](size_t k, llvm::Value* lanes) {
    const DType dtype = program_.dtype(statement.folds[k].result);
    ir_.CreateAlignedStore(to_memory(dtype, lanes), memory[k], llvm::Align(64));
  };
  for (size_t k = 0; k < count; ++k) store_lanes(k, ir_.CreateVectorSplat(kWidth, identity(statement.folds[k])));
  llvm::Value* groups = ir_.CreateLShr(length, 4);
  static_assert(kernel::kLanes == 16);
  if (!is_zero(groups)) {
    llvm::BranchInst* latch = counted(groups, [&](llvm::Value* group) {
      llvm::Value* at = ir_.CreateAdd(first, ir_.CreateShl(group, 4), "", true, true);
      const std::vector<Folded> values = body_values(statement, at, kernel::kLanes);
      for (size_t k = 0; k < count; ++k) store_lanes(k, take(statement.folds[k], load_lanes(k), values[k]));
    });
    describe_loop(latch, statement.extent);
  }
  take_rest(statement, ir_.CreateAdd(first, ir_.CreateShl(groups, 4), "", true, true), length, memory);
  std::vector<llvm::Value*> results;
  for (size_t k = 0; k < count; ++k) results.push_back(halve(statement.folds[k], load_lanes(k)));
  return results;
}

bool Emitter::is_zero(llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

/// A row longer than a block is cut into blocks, whose values go into lanes of their own, in their order: threads that
/// share them out leave their values to the one that does that.
void Emitter::emit_long_fold(const Statement& statement, std::vector<llvm::Value*>& results) {
  const auto extent = static_cast<uint64_t>(statement.extent);
  const auto size = static_cast<uint64_t>(kernel::kBlock), blocks = (extent + size - 1) / size;
  const std::vector<llvm::Value*> lanes = lane_memory(statement);
  const auto dtype = [&](size_t k) { return program_.dtype(statement.folds[k].result); };
  const auto lane_type = [&](size_t k) { return llvm::FixedVectorType::get(stored_type(dtype(k)), kWidth); };
  for (size_t k = 0; k < lanes.size(); ++k) {
    llvm::Value* start = ir_.CreateVectorSplat(kWidth, identity(statement.folds[k]));
    ir_.CreateAlignedStore(to_memory(dtype(k), start), lanes[k], llvm::Align(64));
  }
  const auto take = [&](llvm::Value* number, const std::vector<llvm::Value*>& values) {
    llvm::Value* lane = ir_.CreateAnd(number, kWidth - 1);
    for (size_t k = 0; k < lanes.size(); ++k) {
      llvm::Type* element = stored_type(dtype(k));
      llvm::Value* place = ir_.CreateInBoundsGEP(element, lanes[k], lane);
      llvm::Value* total = from_memory(dtype(k), ir_.CreateLoad(element, place));
      ir_.CreateStore(to_memory(dtype(k), combine(statement.folds[k], total, values[k])), place);
    }
  };
  if (!share_blocks(statement, blocks, take)) {
    counted(ir_.getInt64(blocks), [&](llvm::Value* number) { take(number, fold_numbered(statement, number)); });
  }
  for (size_t k = 0; k < lanes.size(); ++k) {
    llvm::Value* values = from_memory(dtype(k), ir_.CreateAlignedLoad(lane_type(k), lanes[k], llvm::Align(64)));
    results.push_back(halve(statement.folds[k], values));
  }
}

/// The values of block `number` of a long row.
std::vector<llvm::Value*> Emitter::fold_numbered(const Statement& statement, llvm::Value* number) {
  const auto extent = static_cast<uint64_t>(statement.extent), size = static_cast<uint64_t>(kernel::kBlock);
  llvm::Value* first = ir_.CreateMul(number, ir_.getInt64(size), "", true, true);
  llvm::Value* left = ir_.CreateSub(ir_.getInt64(extent), first, "", true, true);
  llvm::Value* length = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, ir_.getInt64(size));
  return fold_block(statement, first, length);
}

void Emitter::emit_fold(const Statement& statement) {
  if (loop_depth_++ == 0) pin_arrays(statement);
  const auto extent = static_cast<uint64_t>(statement.extent);
  std::vector<llvm::Value*> results;
  if (is_short_fold(statement))
    results = fold_short(statement);
  else if (statement.extent <= kernel::kBlock)
    results = fold_block(statement, ir_.getInt64(0), ir_.getInt64(extent));
  else
    emit_long_fold(statement, results);
  for (size_t k = 0; k < results.size(); ++k) define(statement.folds[k].result, results[k]);
  if (--loop_depth_ == 0) pinned_.assign(pinned_.size(), nullptr);
}

}  // namespace ag::codegen
