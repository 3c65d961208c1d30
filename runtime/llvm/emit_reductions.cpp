/// Row reductions. The lanes of kernel/reduce/reduce.h are the elements of vectors, so the code is wide and follows the
/// specified order.
#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>
#include <map>
#include <numeric>

#include "kernel/reduce/reduce.h"
#include "llvm/emitter.h"

namespace ag::codegen {

using Kind = StatementKind;

namespace {

constexpr auto kWidth = static_cast<uint64_t>(kernel::kLanes);

bool is_extremum(const RowReduction& fold) {
  return fold.kind == ir::ReductionKind::Max || fold.kind == ir::ReductionKind::Min;
}

bool is_plus_zero(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && constant->isNullValue();
}

}  // namespace

llvm::Value* Emitter::identity(const RowReduction& fold) const {
  const DType dtype = program_.dtype(fold.result);
  llvm::Type* of = type(dtype);
  const bool greatest = fold.kind == ir::ReductionKind::Min, extremum = is_extremum(fold);
  if (is_floating(dtype)) {
    if (extremum) return llvm::ConstantFP::getInfinity(of, !greatest);
    return llvm::ConstantFP::get(of, fold.kind == ir::ReductionKind::Product ? 1.0 : 0.0);
  }
  const unsigned bits = of->getIntegerBitWidth();
  const bool sign = category(dtype) == Category::Signed;
  if (!extremum) {
    return llvm::ConstantInt::get(
        of, fold.kind == ir::ReductionKind::Product || fold.kind == ir::ReductionKind::All ? 1 : 0);
  }
  if (greatest)
    return llvm::ConstantInt::get(of, sign ? llvm::APInt::getSignedMaxValue(bits) : llvm::APInt::getMaxValue(bits));
  return llvm::ConstantInt::get(of, sign ? llvm::APInt::getSignedMinValue(bits) : llvm::APInt::getMinValue(bits));
}

llvm::Value* Emitter::combine(const RowReduction& fold, llvm::Value* a, llvm::Value* b) {
  const DType dtype = program_.dtype(fold.result);
  const llvm::IRBuilderBase::FastMathFlagGuard guard(ir_);
  ir_.setFastMathFlags(flags(fold.rounding));
  switch (fold.kind) {
    case ir::ReductionKind::Product:
      return arithmetic(Primitive::Multiply, dtype, a, b);
    case ir::ReductionKind::All:
      return ir_.CreateAnd(a, b);
    case ir::ReductionKind::Any:
      return ir_.CreateOr(a, b);
    case ir::ReductionKind::Max:
    case ir::ReductionKind::Min: {
      // The first select is one min or max instruction, correct except for a NaN. The NaN test is off the critical
      // path.
      const Primitive better = fold.kind == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
      llvm::Value* taken = ir_.CreateSelect(compare(better, dtype, b, a), b, a);
      if (!is_floating(dtype)) return taken;
      // Without the fence LLVM would merge the selects and compare twice before.
      taken = ir_.CreateArithmeticFence(taken, taken->getType());
      return ir_.CreateSelect(ir_.CreateFCmpUNO(b, b), b, taken);
    }
    default:
      if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(b); choice && is_plus_zero(choice->getFalseValue())) {
        // A lane that starts at 0.0 is never -0.0, so adding 0.0 leaves it unchanged: one conditional addition
        // suffices.
        return ir_.CreateSelect(choice->getCondition(), arithmetic(Primitive::Add, dtype, a, choice->getTrueValue()),
                                a);
      }
      return arithmetic(Primitive::Add, dtype, a, b);
  }
}

std::vector<Emitter::ReductionOperand> Emitter::folded(const Statement& fold) {
  std::vector<ReductionOperand> list;
  for (const RowReduction& one : fold.reductions) {
    list.push_back({use(one.value), one.factor == kNone ? nullptr : use(one.factor)});
  }
  return list;
}

llvm::Value* Emitter::take(const RowReduction& fold, llvm::Value* total, const ReductionOperand& further) {
  if (!further.factor) return combine(fold, total, further.value);
  if (is_floating(program_.dtype(fold.result))) {
    return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {total->getType()}, {further.value, further.factor, total});
  }
  return combine(fold, total, ir_.CreateMul(further.value, further.factor));
}

/// Reduces the lanes by repeated halving. Missing lanes would hold the identity and are skipped.
llvm::Value* Emitter::halve(const RowReduction& fold, llvm::Value* lanes) {
  // The order of boolean lanes is irrelevant, and a mask is one number.
  if (fold.kind == ir::ReductionKind::Any) return ir_.CreateOrReduce(lanes);
  if (fold.kind == ir::ReductionKind::All) return ir_.CreateAndReduce(lanes);
  auto count = static_cast<int>(llvm::cast<llvm::FixedVectorType>(lanes->getType())->getNumElements());
  for (int half = static_cast<int>(kWidth) / 2; half > 0; half /= 2) {
    if (count <= half) continue;
    llvm::Value* rest = ir_.CreateVectorSplat(static_cast<unsigned>(count), identity(fold));
    const auto lanes_from = [&](int first, int number, int from) {
      std::vector<int> taken;
      for (int lane = first; lane < first + number; ++lane) taken.push_back(std::min(lane + from, count));
      return ir_.CreateShuffleVector(lanes, rest, taken);
    };
    // Split wide vectors first, so that their halves are independent.
    const int piece = std::min(half, static_cast<int>(256 / lanes->getType()->getScalarSizeInBits()));
    llvm::Value* halved = nullptr;
    for (int first = 0; first < half; first += piece) {
      llvm::Value* one = combine(fold, lanes_from(first, piece, 0), lanes_from(first, piece, half));
      halved = halved ? llvm::concatenateVectors(ir_, {halved, one}) : one;
    }
    lanes = halved;
    count = half;
  }
  return ir_.CreateExtractElement(lanes, uint64_t{0});
}

/// Emits the body for `lanes` consecutive indices. Returns the operands of the reductions.
std::vector<Emitter::ReductionOperand> Emitter::body_values(const Statement& statement, llvm::Value* index,
                                                            int64_t lanes) {
  emit_lanes(statement, index, lanes);
  std::vector<ReductionOperand> values = folded(statement);
  end_lanes();
  return values;
}

/// Chooses how the loop of a reduction traverses its elements. The groups of a sum depend on each other in order, but
/// extrema of several groups can be combined among themselves first. If the body has a long dependency chain, two
/// groups are interleaved, because the processor can hold few waiting instructions. Otherwise sums are limited by the
/// latency of their additions, which is lower with vectors of 256 bits. Or they are limited by memory, and traversing
/// several blocks at once issues more requests.
Emitter::ReductionSchedule Emitter::rounds_of(const Statement& fold) const {
  constexpr int kShort = 4, kLong = 10, kSideBySide = 3;  // in steps; kSideBySide: steps per step of the longest chain
  constexpr size_t kFew = 2;
  constexpr int64_t kShortRow = 256;  // elements
  constexpr int64_t kStreams = 4;
  // Other data takes a fifth of the cache of a core, and two thirds of the cache that several cores share.
  const int64_t second_level = machine_.l2_bytes / 5 * 4, caches = machine_.llc_bytes / 3;
  std::map<Register, int> depths;
  int steps = 0, depth = 0;
  int64_t bytes = 0;
  const auto is_taken = [&](Register value) {
    return std::ranges::find(fold.reductions, value, &RowReduction::value) != fold.reductions.end();
  };
  for (const Statement& statement : fold.blocks[0]) {
    if (statement.array != kNone)
      bytes += fold.extent * static_cast<int64_t>(item_size(program_.array(statement.array).type.dtype));
    if (statement.kind == Kind::Constant || statement.kind == Kind::Load || statement.kind == Kind::Store) continue;
    if (statement.kind != Kind::Let || is_math(statement.primitive)) return {};
    // A sum of selected values becomes a conditional addition (see combine), which is not recognised within wider
    // vectors.
    if (statement.primitive == Primitive::Select && is_taken(statement.result)) return {};
    int& own = depths[statement.result];
    for (Register operand : statement.operands) {
      if (const auto found = depths.find(operand); found != depths.end()) own = std::max(own, found->second);
    }
    depth = std::max(depth, ++own);
    ++steps;
  }
  const auto is_sum = [&](const RowReduction& one) {
    // Fused multiply-adds have the same latency at all widths. Only short rows gain from narrow vectors, which are
    // reduced sooner.
    const bool waits = one.factor == kNone || fold.extent <= kShortRow;
    return one.kind == ir::ReductionKind::Sum && waits && is_floating(program_.dtype(one.result));
  };
  const int64_t blocks = steps <= kShort && bytes > caches && fold.reductions.size() <= kFew ? kStreams : 1;
  if (steps <= kShort && std::ranges::all_of(fold.reductions, is_extremum)) return {.groups = 4, .blocks = blocks};
  if (fold.reductions.size() > kFew) return {};
  if (steps <= kShort && bytes <= second_level && std::ranges::all_of(fold.reductions, is_sum)) return {.parts = 2};
  if (depth >= kLong && steps <= kSideBySide * depth) return {.groups = 2};
  return {.blocks = blocks};
}

/// Combines several groups of lanes in order. For extrema, the order of comparisons does not affect the element that a
/// lane ends with, even among equal elements or NaNs.
llvm::Value* Emitter::take_together(const RowReduction& fold, llvm::Value* total, const ReductionOperand& values,
                                    int64_t together) {
  if (together == 1) return take(fold, total, values);
  const auto group = [&](llvm::Value* all, int64_t number) -> llvm::Value* {
    if (!all || !all->getType()->isVectorTy()) return all;
    std::vector<int> lanes(kWidth);
    std::iota(lanes.begin(), lanes.end(), static_cast<int>(number * kernel::kLanes));
    return ir_.CreateShuffleVector(all, lanes);
  };
  std::vector<ReductionOperand> groups;
  for (int64_t k = 0; k < together; ++k) groups.push_back({group(values.value, k), group(values.factor, k)});
  if (is_extremum(fold)) {
    for (; groups.size() > 1; groups.resize(groups.size() / 2)) {
      for (size_t k = 0; k + 1 < groups.size(); k += 2)
        groups[k / 2].value = combine(fold, groups[k].value, groups[k + 1].value);
    }
  }
  for (const ReductionOperand& one : groups) total = take(fold, total, one);
  return total;
}

/// Returns stack memory for the lanes of each reduction, in `parts` pieces.
std::vector<llvm::Value*> Emitter::lane_memory(const Statement& statement, uint64_t parts) {
  std::vector<llvm::Value*> memory;
  for (const RowReduction& fold : statement.reductions) {
    llvm::Type* piece = llvm::ArrayType::get(stored_type(program_.dtype(fold.result)), kWidth / parts);
    for (uint64_t part = 0; part < parts; ++part) memory.push_back(stack(piece, "lanes"));
  }
  return memory;
}

llvm::Value* Emitter::load_lanes(DType dtype, llvm::Value* memory, int64_t count) {
  llvm::Type* lanes = stored_type(dtype);
  if (count > 1) lanes = llvm::FixedVectorType::get(lanes, static_cast<unsigned>(count));
  return from_memory(dtype, ir_.CreateAlignedLoad(lanes, memory, llvm::Align(64)));
}

void Emitter::store_lanes(DType dtype, llvm::Value* lanes, llvm::Value* memory) {
  ir_.CreateAlignedStore(to_memory(dtype, lanes), memory, llvm::Align(64));
}

/// Combines `groups` groups of lanes from `first` on, or the first `lanes` lanes of one group, with the accumulated
/// lanes.
void Emitter::take_lanes(const Statement& statement, llvm::Value* first, int64_t groups, int64_t lanes,
                         const std::vector<llvm::Value*>& memory) {
  const size_t parts = memory.size() / statement.reductions.size();
  const int64_t width = kernel::kLanes / static_cast<int64_t>(parts);
  for (size_t part = 0; part < parts && lanes > 0; ++part, lanes -= width) {
    const int64_t count = std::min(lanes, width);
    llvm::Value* at = ir_.CreateAdd(first, ir_.getInt64(part * static_cast<uint64_t>(width)), "", true, true);
    const std::vector<ReductionOperand> values = body_values(statement, at, groups * count);
    for (size_t k = 0; k < values.size(); ++k) {
      RowReduction fold = statement.reductions[k];
      if (parts > 1) fold.rounding = Rounding::Each;  // a fused multiply-add has a longer latency than an addition
      const DType dtype = program_.dtype(fold.result);
      llvm::Value* place = memory[k * parts + part];
      store_lanes(dtype, take_together(fold, load_lanes(dtype, place, count), values[k], groups), place);
    }
  }
}

/// Reduces the remainder of a row after its last whole group, in the first lanes. Only the last block of a row has a
/// remainder, and its length is static.
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
  take_lanes(statement, first, 1, rest, memory);
  if (surely) return;
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
}

/// Reduces a block of at most kernel::kBlock elements from `first` on. Returns one value per reduction.
std::vector<llvm::Value*> Emitter::fold_block(const Statement& statement, llvm::Value* first, llvm::Value* length) {
  const ReductionSchedule rounds = rounds_of(statement);
  const std::vector<llvm::Value*> memory = start_fold(statement, rounds);
  static_assert(kernel::kLanes == 16);
  constexpr uint64_t kLogWidth = 4;
  llvm::Value* groups = ir_.CreateLShr(length, kLogWidth);
  // Processes `count` groups, `together` of them per iteration.
  const auto take_groups = [&](llvm::Value* from, llvm::Value* count, int64_t together) {
    if (is_zero(count)) return;
    llvm::Value* step = ir_.getInt64(static_cast<uint64_t>(together));
    llvm::BranchInst* latch = counted(ir_.CreateUDiv(count, step), [&](llvm::Value* round) {
      llvm::Value* group = ir_.CreateAdd(from, ir_.CreateMul(round, step, "", true, true), "", true, true);
      llvm::Value* at = ir_.CreateAdd(first, ir_.CreateShl(group, kLogWidth), "", true, true);
      take_lanes(statement, at, together, kernel::kLanes, memory);
    });
    describe_loop(latch, statement.extent);
  };
  llvm::Value* left = ir_.CreateAnd(groups, ir_.getInt64(static_cast<uint64_t>(rounds.groups - 1)));
  llvm::Value* whole = ir_.CreateSub(groups, left);
  take_groups(ir_.getInt64(0), whole, rounds.groups);
  take_groups(whole, left, 1);
  take_rest(statement, ir_.CreateAdd(first, ir_.CreateShl(groups, kLogWidth), "", true, true), length, memory);
  return end_fold(statement, rounds, memory);
}

/// Returns lanes that hold the identity.
std::vector<llvm::Value*> Emitter::start_fold(const Statement& statement, const ReductionSchedule& rounds) {
  const auto parts = static_cast<uint64_t>(rounds.parts);
  std::vector<llvm::Value*> memory = lane_memory(statement, parts);
  for (size_t place = 0; place < memory.size(); ++place) {
    const RowReduction& fold = statement.reductions[place / parts];
    llvm::Value* start = ir_.CreateVectorSplat(static_cast<unsigned>(kWidth / parts), identity(fold));
    store_lanes(program_.dtype(fold.result), start, memory[place]);
  }
  return memory;
}

/// Returns one value per reduction from its lanes.
std::vector<llvm::Value*> Emitter::end_fold(const Statement& statement, const ReductionSchedule& rounds,
                                            const std::vector<llvm::Value*>& memory) {
  const auto parts = static_cast<uint64_t>(rounds.parts);
  std::vector<llvm::Value*> results;
  for (size_t k = 0; k < statement.reductions.size(); ++k) {
    const RowReduction& fold = statement.reductions[k];
    const DType dtype = program_.dtype(fold.result);
    llvm::Value* lanes = load_lanes(dtype, memory[k * parts], kernel::kLanes / rounds.parts);
    if (parts == 2) {
      std::vector<int> all(kWidth);
      std::iota(all.begin(), all.end(), 0);
      lanes = ir_.CreateShuffleVector(lanes, load_lanes(dtype, memory[k * parts + 1], kernel::kLanes / 2), all);
    }
    results.push_back(halve(fold, lanes));
  }
  return results;
}

/// Reduces `rounds.blocks` whole blocks from `number` on in one loop. Returns the values of each block.
std::vector<std::vector<llvm::Value*>> Emitter::fold_side_by_side(const Statement& statement,
                                                                  const ReductionSchedule& rounds,
                                                                  llvm::Value* number) {
  std::vector<std::vector<llvm::Value*>> memory, results;
  std::vector<llvm::Value*> firsts;
  llvm::Value* const size = ir_.getInt64(static_cast<uint64_t>(kernel::kBlock));
  for (int64_t block = 0; block < rounds.blocks; ++block) {
    llvm::Value* own = ir_.CreateAdd(number, ir_.getInt64(static_cast<uint64_t>(block)), "", true, true);
    firsts.push_back(ir_.CreateMul(own, size, "", true, true));
    memory.push_back(start_fold(statement, rounds));
  }
  const int64_t step = rounds.groups * kernel::kLanes;
  static_assert(kernel::kBlock % (4 * kernel::kLanes) == 0);
  llvm::Value* const count = ir_.getInt64(static_cast<uint64_t>(kernel::kBlock / step));
  llvm::BranchInst* latch = counted(count, [&](llvm::Value* round) {
    llvm::Value* at = ir_.CreateMul(round, ir_.getInt64(static_cast<uint64_t>(step)), "", true, true);
    for (size_t block = 0; block < firsts.size(); ++block) {
      take_lanes(statement, ir_.CreateAdd(firsts[block], at, "", true, true), rounds.groups, kernel::kLanes,
                 memory[block]);
    }
  });
  describe_loop(latch, statement.extent);
  for (const std::vector<llvm::Value*>& own : memory) results.push_back(end_fold(statement, rounds, own));
  return results;
}

bool Emitter::is_zero(llvm::Value* value) {
  const auto* number = llvm::dyn_cast<llvm::ConstantInt>(value);
  return number && number->isZero();
}

/// Emits the reduction of a row longer than a block. The values of the blocks are combined in lanes of their own, in
/// order. If threads share the blocks, the calling thread combines their values.
void Emitter::emit_long_fold(const Statement& statement, std::vector<llvm::Value*>& results) {
  const auto extent = static_cast<uint64_t>(statement.extent);
  const auto size = static_cast<uint64_t>(kernel::kBlock), blocks = (extent + size - 1) / size;
  const std::vector<llvm::Value*> lanes = lane_memory(statement, 1);
  const auto dtype = [&](size_t k) { return program_.dtype(statement.reductions[k].result); };
  const auto lane_type = [&](size_t k) { return llvm::FixedVectorType::get(stored_type(dtype(k)), kWidth); };
  for (size_t k = 0; k < lanes.size(); ++k) {
    llvm::Value* start = ir_.CreateVectorSplat(kWidth, identity(statement.reductions[k]));
    ir_.CreateAlignedStore(to_memory(dtype(k), start), lanes[k], llvm::Align(64));
  }
  const auto take = [&](llvm::Value* number, const std::vector<llvm::Value*>& values) {
    llvm::Value* lane = ir_.CreateAnd(number, kWidth - 1);
    for (size_t k = 0; k < lanes.size(); ++k) {
      llvm::Type* element = stored_type(dtype(k));
      llvm::Value* place = ir_.CreateInBoundsGEP(element, lanes[k], lane);
      llvm::Value* total = from_memory(dtype(k), ir_.CreateLoad(element, place));
      ir_.CreateStore(to_memory(dtype(k), combine(statement.reductions[k], total, values[k])), place);
    }
  };
  if (!share_blocks(statement, blocks, take)) {
    counted(ir_.getInt64(blocks), [&](llvm::Value* number) { take(number, fold_numbered(statement, number)); });
  }
  for (size_t k = 0; k < lanes.size(); ++k) {
    llvm::Value* values = from_memory(dtype(k), ir_.CreateAlignedLoad(lane_type(k), lanes[k], llvm::Align(64)));
    results.push_back(halve(statement.reductions[k], values));
  }
}

/// Reduces block `number` of a long row.
std::vector<llvm::Value*> Emitter::fold_numbered(const Statement& statement, llvm::Value* number) {
  const auto extent = static_cast<uint64_t>(statement.extent), size = static_cast<uint64_t>(kernel::kBlock);
  llvm::Value* first = ir_.CreateMul(number, ir_.getInt64(size), "", true, true);
  llvm::Value* left = ir_.CreateSub(ir_.getInt64(extent), first, "", true, true);
  llvm::Value* length = ir_.CreateBinaryIntrinsic(llvm::Intrinsic::umin, left, ir_.getInt64(size));
  return fold_block(statement, first, length);
}

void Emitter::emit_reduce(const Statement& statement) {
  if (loop_depth_++ == 0) pin_arrays(statement);
  const auto extent = static_cast<uint64_t>(statement.extent);
  std::vector<llvm::Value*> results;
  if (is_short_fold(statement))
    results = fold_short(statement);
  else if (statement.extent <= kernel::kBlock)
    results = fold_block(statement, ir_.getInt64(0), ir_.getInt64(extent));
  else
    emit_long_fold(statement, results);
  for (size_t k = 0; k < results.size(); ++k) define(statement.reductions[k].result, results[k]);
  if (--loop_depth_ == 0) pinned_.assign(pinned_.size(), nullptr);
}

}  // namespace ag::codegen
