#include "llvm/emit/reduction_arithmetic.h"

#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>
#include <numeric>

#include "kernel/reduce/reduce.h"
#include "llvm/emit/reduction_schedule.h"

namespace ag::codegen {

namespace {

bool is_plus_zero(const llvm::Value* value) {
  const auto* constant = llvm::dyn_cast<llvm::Constant>(value);
  return constant && constant->isNullValue();
}

}  // namespace

llvm::Value* ReductionArithmetic::identity(const RowReduction& fold) const {
  const DType dtype = program_.dtype(fold.result);
  llvm::Type* of = scalars_.type(dtype);
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

llvm::Value* ReductionArithmetic::combine(const RowReduction& fold, llvm::Value* a, llvm::Value* b) {
  const DType dtype = program_.dtype(fold.result);
  const llvm::IRBuilderBase::FastMathFlagGuard guard(ir_);
  ir_.setFastMathFlags(ScalarEmitter::flags(fold.rounding));
  switch (fold.kind) {
    case ir::ReductionKind::Product:
      return scalars_.arithmetic(Primitive::Multiply, dtype, a, b);
    case ir::ReductionKind::All:
      return ir_.CreateAnd(a, b);
    case ir::ReductionKind::Any:
      return ir_.CreateOr(a, b);
    case ir::ReductionKind::Max:
    case ir::ReductionKind::Min: {
      // The first select is one min or max instruction, correct except for a NaN. The NaN test is off the critical
      // path.
      const Primitive better = fold.kind == ir::ReductionKind::Max ? Primitive::Greater : Primitive::Less;
      llvm::Value* taken = ir_.CreateSelect(scalars_.compare(better, dtype, b, a), b, a);
      if (!is_floating(dtype)) return taken;
      // The fence keeps LLVM from merging the selects, which would put two comparisons on the critical path.
      taken = ir_.CreateArithmeticFence(taken, taken->getType());
      return ir_.CreateSelect(ir_.CreateFCmpUNO(b, b), b, taken);
    }
    default:
      if (auto* choice = llvm::dyn_cast<llvm::SelectInst>(b); choice && is_plus_zero(choice->getFalseValue())) {
        // A lane that starts at 0.0 is never -0.0, so adding 0.0 leaves it unchanged: one conditional addition
        // suffices.
        return ir_.CreateSelect(choice->getCondition(),
                                scalars_.arithmetic(Primitive::Add, dtype, a, choice->getTrueValue()), a);
      }
      return scalars_.arithmetic(Primitive::Add, dtype, a, b);
  }
}

llvm::Value* ReductionArithmetic::take(const RowReduction& fold, llvm::Value* total, const ReductionOperand& further) {
  if (!further.factor) return combine(fold, total, further.value);
  if (is_floating(program_.dtype(fold.result))) {
    return ir_.CreateIntrinsic(llvm::Intrinsic::fma, {total->getType()}, {further.value, further.factor, total});
  }
  return combine(fold, total, ir_.CreateMul(further.value, further.factor));
}

llvm::Value* ReductionArithmetic::take_together(const RowReduction& fold, llvm::Value* total,
                                                const ReductionOperand& values, int64_t together) {
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

llvm::Value* ReductionArithmetic::halve(const RowReduction& fold, llvm::Value* lanes) {
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

llvm::Value* ReductionArithmetic::load_lanes(DType dtype, llvm::Value* memory, int64_t count) {
  llvm::Type* lanes = scalars_.stored_type(dtype);
  if (count > 1) lanes = llvm::FixedVectorType::get(lanes, static_cast<unsigned>(count));
  return scalars_.from_memory(dtype, ir_.CreateAlignedLoad(lanes, memory, llvm::Align(64)));
}

void ReductionArithmetic::store_lanes(DType dtype, llvm::Value* lanes, llvm::Value* memory) {
  ir_.CreateAlignedStore(scalars_.to_memory(dtype, lanes), memory, llvm::Align(64));
}

}  // namespace ag::codegen
