/// The scaling y · 2^n of exponential functions (kernel/scalar/math/exp.h), in vectors. The AVX-512 instruction vscalef
/// replaces two multiplications by powers of two, which are built from the bits of the number in which n was rounded.
/// The instruction rounds once, as the two multiplications do: the first multiplication is exact.
#include "llvm/combine_scalef.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>

#include <numeric>
#include <vector>

namespace ag::codegen {

namespace {

/// The operands of a product (y · 2^(n / 2)) · 2^(n - n / 2), where the bits of `sum` = n + `shift` hold n.
struct Scaled {
  llvm::Instruction* product = nullptr;
  llvm::Value *y = nullptr, *sum = nullptr;
  llvm::APInt shift;  // as bits of a floating-point number
};

/// In each format, a number whose unit in the last place is 1 holds n in its low bits. The powers are built from n + 2
/// · bias, which is positive.
struct Format {
  unsigned fraction, bias;
};
Format format_of(const llvm::Type* scalar) { return scalar->isFloatTy() ? Format{23, 127} : Format{52, 1023}; }

bool find_scaled(llvm::Instruction& product, Scaled& found) {
  using namespace llvm::PatternMatch;
  const auto* type = llvm::dyn_cast<llvm::FixedVectorType>(product.getType());
  if (!type || (!type->getElementType()->isFloatTy() && !type->getElementType()->isDoubleTy())) return false;
  const Format format = format_of(type->getElementType());
  llvm::Value *whole = nullptr, *half = nullptr, *biased = nullptr, *y = nullptr, *sum = nullptr;
  const auto power = [&](const auto& exponent) { return m_BitCast(m_Shl(exponent, m_SpecificInt(format.fraction))); };
  const auto rest = power(m_Sub(m_Value(whole), m_Value(half)));
  if (!match(&product, m_c_FMul(m_OneUse(m_c_FMul(m_Value(), power(m_Value()))), rest)) ||
      !match(half, m_LShr(m_Value(biased), m_One())) ||
      !match(&product, m_c_FMul(m_OneUse(m_c_FMul(m_Value(y), power(m_Specific(half)))), rest))) {
    return false;
  }
  const llvm::APInt* less = nullptr;
  if (!match(biased, m_Add(m_BitCast(m_Value(sum)), m_APInt(less))) || sum->getType() != product.getType())
    return false;
  // Only low bits enter a power. They are those of the rounded number if the subtracted constant has no low bits.
  const bool is_biased = whole == biased || (match(whole, m_BitCast(m_Specific(sum))) &&
                                             less->countr_zero() >= less->getBitWidth() - format.fraction);
  if (!is_biased) return false;
  found = {&product, y, sum, -*less + 2 * format.bias};
  // `shift` must lie between two powers of two where the unit in the last place is 1.
  return found.shift.lshr(format.fraction) == format.bias + format.fraction;
}

/// Returns n. It is already computed if it was subtracted from the argument.
llvm::Value* exponent_of(const Scaled& scaled, llvm::IRBuilder<>& builder) {
  using namespace llvm::PatternMatch;
  llvm::Type* const type = scaled.sum->getType();
  const llvm::APFloat shift(type->getScalarType()->getFltSemantics(), scaled.shift);
  const auto negated = -shift;
  for (llvm::User* user : scaled.sum->users()) {
    auto* const difference = llvm::dyn_cast<llvm::Instruction>(user);
    const llvm::APFloat* by = nullptr;
    if (!difference || difference->getParent() != scaled.product->getParent()) continue;
    const bool found = (match(difference, m_FSub(m_Specific(scaled.sum), m_APFloat(by))) &&
                        by->compare(shift) == llvm::APFloat::cmpEqual) ||
                       (match(difference, m_FAdd(m_Specific(scaled.sum), m_APFloat(by))) &&
                        by->compare(negated) == llvm::APFloat::cmpEqual);
    if (found && difference->comesBefore(scaled.product)) return difference;
  }
  return builder.CreateFSub(scaled.sum, llvm::ConstantFP::get(type, shift));
}

constexpr unsigned kWidest = 512;

llvm::Intrinsic::ID instruction_for(const llvm::FixedVectorType* type) {
  const bool single = type->getElementType()->isFloatTy();
  switch (type->getPrimitiveSizeInBits().getFixedValue()) {
    case kWidest:
      return single ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_512 : llvm::Intrinsic::x86_avx512_mask_scalef_pd_512;
    case 256:
      return single ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_256 : llvm::Intrinsic::x86_avx512_mask_scalef_pd_256;
    default:
      return single ? llvm::Intrinsic::x86_avx512_mask_scalef_ps_128 : llvm::Intrinsic::x86_avx512_mask_scalef_pd_128;
  }
}

/// Emits y · 2^n. A vector wider than the registers is split into halves.
llvm::Value* scale(llvm::IRBuilder<>& builder, llvm::Value* y, llvm::Value* n) {
  auto* const type = llvm::cast<llvm::FixedVectorType>(y->getType());
  const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
  if (bits > kWidest) {
    const auto count = static_cast<int>(type->getNumElements());
    std::vector<int> low(static_cast<size_t>(count / 2)), high(low.size()), both(static_cast<size_t>(count));
    std::iota(low.begin(), low.end(), 0);
    std::iota(high.begin(), high.end(), count / 2);
    std::iota(both.begin(), both.end(), 0);
    const auto half = [&](const std::vector<int>& lanes) {
      return scale(builder, builder.CreateShuffleVector(y, lanes), builder.CreateShuffleVector(n, lanes));
    };
    llvm::Value *first = half(low), *second = half(high);
    return builder.CreateShuffleVector(first, second, both);
  }
  const unsigned lanes = std::max(8u, type->getNumElements());
  std::vector<llvm::Value*> operands{y, n, llvm::Constant::getNullValue(type),
                                     llvm::Constant::getAllOnesValue(builder.getIntNTy(lanes))};
  constexpr int kCurrentRounding = 4;
  if (bits == kWidest) operands.push_back(builder.getInt32(kCurrentRounding));
  return builder.CreateIntrinsic(instruction_for(type), {}, operands);
}

struct CombineScalef : llvm::PassInfoMixin<CombineScalef> {
  explicit CombineScalef(bool short_vectors) : short_vectors(short_vectors) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) const {
    std::vector<Scaled> all;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      if (Scaled found; find_scaled(instruction, found)) all.push_back(found);
    }
    bool changed = false;
    for (const Scaled& scaled : all) {
      auto* const type = llvm::cast<llvm::FixedVectorType>(scaled.product->getType());
      if (!has_instruction(type)) continue;
      llvm::IRBuilder<> builder(scaled.product);
      scaled.product->replaceAllUsesWith(scale(builder, scaled.y, exponent_of(scaled, builder)));
      llvm::RecursivelyDeleteTriviallyDeadInstructions(scaled.product);
      changed = true;
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

  /// True for vectors of 512 bits or more, which halving reduces to 512, and with `short_vectors` for 256 and 128 bits.
  bool has_instruction(const llvm::FixedVectorType* type) const {
    const uint64_t bits = type->getPrimitiveSizeInBits().getFixedValue();
    return llvm::isPowerOf2_64(bits) && (bits >= kWidest || (short_vectors && bits >= 128));
  }

  bool short_vectors;
};

}  // namespace

void add_combine_scalef_pass(llvm::PassBuilder& passes, const llvm::TargetMachine& machine) {
  const llvm::StringRef features = machine.getTargetFeatureString();
  if (!features.contains("+avx512f")) return;
  passes.registerOptimizerLastEPCallback(
      [short_vectors = features.contains("+avx512vl")](llvm::ModulePassManager& manager, llvm::OptimizationLevel) {
        manager.addPass(llvm::createModuleToFunctionPassAdaptor(CombineScalef(short_vectors)));
      });
}

}  // namespace ag::codegen
