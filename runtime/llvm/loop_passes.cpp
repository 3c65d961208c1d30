#include "llvm/loop_passes.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/Analysis/TargetTransformInfo.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/InductiveRangeCheckElimination.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <iterator>
#include <utility>
#include <vector>

namespace ag::codegen {

namespace {

/// Replaces a 32-bit index by the 64-bit induction variable from which it is truncated and sign-extended, if the loop
/// has so few iterations that both are equal.
struct WidenIndices : llvm::PassInfoMixin<WidenIndices> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    using namespace llvm::PatternMatch;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    std::vector<std::pair<llvm::Instruction*, llvm::Value*>> found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
      llvm::Value* whole = nullptr;
      const llvm::APInt *up = nullptr, *down = nullptr;
      if (!match(&instruction, m_AShr(m_Shl(m_Value(whole), m_APInt(up)), m_APInt(down))) || *up != *down) continue;
      if (!evolution.isSCEVable(whole->getType())) continue;
      const unsigned bits = evolution.getSignedRange(evolution.getSCEV(whole)).getMinSignedBits();
      if (bits <= whole->getType()->getIntegerBitWidth() - up->getZExtValue()) found.emplace_back(&instruction, whole);
    }
    for (const auto& [index, whole] : found) index->replaceAllUsesWith(whole);
    if (found.empty()) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
};

/// Inductive range check elimination. Splits loops with bounds checks: the iterations in which no check can fail have a
/// single exit and can be vectorized; the others are separate.
struct SplitAtRangeChecks : llvm::PassInfoMixin<SplitAtRangeChecks> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::PreservedAnalyses preserved = llvm::IRCEPass().run(function, analyses);
    if (preserved.areAllPreserved()) return preserved;
    analyses.invalidate(function, preserved);
    llvm::FunctionPassManager rest;
    rest.addPass(llvm::SimplifyCFGPass());
    rest.addPass(llvm::InstCombinePass());
    preserved.intersect(rest.run(function, analyses));
    return preserved;
  }
};

/// If-conversion of conditional floating-point sums. Iterations that leave the sum unchanged add -0.0, which changes no
/// number. The vectorizer supports only sums to which each iteration adds.
struct IfConvertSums : llvm::PassInfoMixin<IfConvertSums> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      if (!may_be_vectors(*loop, evolution)) continue;
      for (llvm::PHINode& sum : loop->getHeader()->phis()) changed = add_always(*loop, sum) || changed;
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

 private:
  static bool may_be_vectors(const llvm::Loop& loop, llvm::ScalarEvolution& evolution) {
    if (!loop.isInnermost() || !loop.getLoopLatch() || !evolution.hasLoopInvariantBackedgeTakenCount(&loop))
      return false;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        if (llvm::isa<llvm::CallBase>(instruction) && !llvm::isa<llvm::IntrinsicInst>(instruction)) return false;
      }
    }
    return true;
  }

  static bool add_always(const llvm::Loop& loop, llvm::PHINode& sum) {
    auto* next = llvm::dyn_cast<llvm::Instruction>(sum.getIncomingValueForBlock(loop.getLoopLatch()));
    if (!sum.getType()->isFloatingPointTy() || !next || next == &sum || !is_sum(loop, sum, *next)) return false;
    if (next->getOpcode() == llvm::Instruction::FAdd) return false;  // each iteration already adds
    // Any other user depends on each partial sum.
    const auto is_part = [](const llvm::User* user) {
      return llvm::isa<llvm::BinaryOperator, llvm::PHINode, llvm::SelectInst>(user);
    };
    if (!llvm::all_of(sum.users(), is_part)) return false;
    llvm::IRBuilder<> at(next->getParent(), *next->getInsertionPointAfterDef());
    llvm::Value* always = at.CreateFAdd(&sum, what_is_added(sum, *next));
    next->replaceAllUsesWith(always);
    llvm::RecursivelyDeleteTriviallyDeadInstructions(next);
    return true;
  }

  /// True if a value is the sum, or the sum plus another value, on every path of an iteration. It must have no use but
  /// the next value of the sum.
  static bool is_sum(const llvm::Loop& loop, const llvm::PHINode& sum, const llvm::Value& value) {
    if (&value == &sum) return true;
    const auto* instruction = llvm::dyn_cast<llvm::Instruction>(&value);
    if (!instruction || !loop.contains(instruction)) return false;
    if (instruction->getOpcode() == llvm::Instruction::FAdd) {
      return instruction->hasOneUse() && (instruction->getOperand(0) == &sum) != (instruction->getOperand(1) == &sum);
    }
    if (const auto* chosen = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
      return is_sum(loop, sum, *chosen->getTrueValue()) && is_sum(loop, sum, *chosen->getFalseValue());
    }
    const auto* merged = llvm::dyn_cast<llvm::PHINode>(instruction);
    if (!merged || merged->getParent() == loop.getHeader()) return false;
    return llvm::all_of(merged->incoming_values(), [&](const llvm::Use& use) { return is_sum(loop, sum, *use); });
  }

  static llvm::Value* what_is_added(llvm::PHINode& sum, llvm::Value& value) {
    if (&value == &sum) return llvm::ConstantFP::getNegativeZero(sum.getType());
    if (auto* merged = llvm::dyn_cast<llvm::PHINode>(&value)) {
      auto* added = llvm::PHINode::Create(sum.getType(), merged->getNumIncomingValues(), "", merged->getIterator());
      for (unsigned k = 0; k < merged->getNumIncomingValues(); ++k) {
        added->addIncoming(what_is_added(sum, *merged->getIncomingValue(k)), merged->getIncomingBlock(k));
      }
      return added;
    }
    if (auto* chosen = llvm::dyn_cast<llvm::SelectInst>(&value)) {
      llvm::Value *yes = what_is_added(sum, *chosen->getTrueValue()),
                  *no = what_is_added(sum, *chosen->getFalseValue());
      return llvm::IRBuilder<>(chosen).CreateSelect(chosen->getCondition(), yes, no);
    }
    auto& addition = llvm::cast<llvm::Instruction>(value);
    return addition.getOperand(addition.getOperand(0) == &sum ? 1 : 0);
  }
};

/// Vectorizes loops of mostly 32-bit values with 32-bit lanes. LLVM chooses the number of lanes by the widest type of a
/// loop. If few values have 64 bits, such as indices that it stores, the others would fill half a vector. Applies only
/// if the induction variable is the only loop-carried value, so that ordered sums keep their order.
struct NarrowLanes : llvm::PassInfoMixin<NarrowLanes> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& evolution = analyses.getResult<llvm::ScalarEvolutionAnalysis>(function);
    auto& target = analyses.getResult<llvm::TargetIRAnalysis>(function);
    const auto bits = target.getRegisterBitWidth(llvm::TargetTransformInfo::RGK_FixedWidthVector).getFixedValue();
    const auto lanes = static_cast<unsigned>(bits / 32);
    for (llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder()) {
      const unsigned rounds = evolution.getSmallConstantTripCount(loop);  // 0 if unknown
      if (lanes < 2 || (rounds != 0 && rounds < kMinVectors * lanes) || !is_narrow(*loop)) continue;
      llvm::addStringMetadataToLoop(loop, "llvm.loop.vectorize.width", lanes);
    }
    return llvm::PreservedAnalyses::all();
  }

 private:
  static constexpr unsigned kMinVectors = 4;
  static constexpr size_t kNarrowForOne = 8;  // 32-bit values per 64-bit value

  static bool is_narrow(const llvm::Loop& loop) {
    if (!loop.isInnermost() || !loop.isAnnotatedParallel()) return false;
    const auto phis = loop.getHeader()->phis();
    if (std::distance(phis.begin(), phis.end()) != 1 || !phis.begin()->getType()->isIntegerTy()) return false;
    size_t narrow = 0, wide = 0;
    for (const llvm::BasicBlock* block : loop.blocks()) {
      for (const llvm::Instruction& instruction : *block) {
        const llvm::Type* type = instruction.getType();
        if (const auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction))
          type = store->getValueOperand()->getType();
        if (llvm::isa<llvm::CmpInst>(instruction)) type = instruction.getOperand(0)->getType();
        const unsigned bits = type->getPrimitiveSizeInBits();
        if (bits == 32) ++narrow;
        if (bits == 64 && (type->isFloatingPointTy() || is_element(instruction))) ++wide;
      }
    }
    return wide > 0 && narrow >= kNarrowForOne * wide;
  }

  /// True if a 64-bit integer is not part of an address computation, as most arithmetic is. The result of a conversion
  /// from floating point counts where it is stored.
  static bool is_element(const llvm::Instruction& instruction) {
    if (const auto* chosen = llvm::dyn_cast<llvm::SelectInst>(&instruction)) {
      return !llvm::isa<llvm::Constant>(chosen->getTrueValue()) && !llvm::isa<llvm::Constant>(chosen->getFalseValue());
    }
    if (llvm::isa<llvm::FPToSIInst, llvm::FPToUIInst>(instruction)) return false;
    return llvm::isa<llvm::LoadInst, llvm::StoreInst, llvm::CastInst>(instruction);
  }
};

/// Sinks vector conditions to their first use, if a block has more of them than the processor has mask registers.
/// Otherwise masks would be spilled. Without mask registers, half of the vector registers count.
struct SinkConditions : llvm::PassInfoMixin<SinkConditions> {
  explicit SinkConditions(const detail::Machine& machine)
      : room_(static_cast<size_t>((machine.mask_registers > 0 ? machine.mask_registers : machine.vector_registers / 2) -
                                  1)) {}  // an instruction without mask takes one of their names

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager&) const {
    for (llvm::BasicBlock& block : function) {
      std::vector<llvm::CmpInst*> conditions;
      for (llvm::Instruction& instruction : block) {
        auto* const condition = llvm::dyn_cast<llvm::CmpInst>(&instruction);
        if (condition && condition->getType()->isVectorTy()) conditions.push_back(condition);
      }
      if (conditions.size() <= room_) continue;
      for (llvm::CmpInst* condition : llvm::reverse(conditions)) {
        llvm::Instruction* first = nullptr;
        for (llvm::User* user : condition->users()) {
          auto* const one = llvm::cast<llvm::Instruction>(user);
          if (one->getParent() == &block && !llvm::isa<llvm::PHINode>(one) && (!first || one->comesBefore(first)))
            first = one;
        }
        if (first) condition->moveBefore(first);
      }
    }
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

 private:
  size_t room_;
};

}  // namespace

void add_loop_passes(llvm::PassBuilder& passes, const detail::Machine& machine) {
  passes.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& function, llvm::OptimizationLevel) {
    function.addPass(WidenIndices());
    function.addPass(llvm::LoopSimplifyPass());
    function.addPass(llvm::LCSSAPass());
    function.addPass(SplitAtRangeChecks());
    function.addPass(IfConvertSums());
    function.addPass(NarrowLanes());
  });
  const SinkConditions sink_conditions(machine);
  passes.registerOptimizerLastEPCallback([sink_conditions](llvm::ModulePassManager& manager, llvm::OptimizationLevel) {
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(SinkConditions(sink_conditions)));
  });
}

}  // namespace ag::codegen
