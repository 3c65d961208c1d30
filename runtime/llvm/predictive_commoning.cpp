/// Predictive commoning of floating-point arithmetic. Where a round of a loop computes x · x of the x that it gives to
/// the next one, which begins with x · x as well, that product becomes a variable of the loop: so it is in a loop that
/// tests how large numbers have become before it changes them, as tiles of arrays in registers do. LLVM does so with
/// what is loaded alone.
#include "llvm/predictive_commoning.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/LoopIterator.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <algorithm>
#include <vector>

namespace ag::codegen {

namespace {

/// More variables than this, of vectors or floating-point numbers, and some would live in memory.
constexpr unsigned kMostVariables = 24;

class Commoning {
 public:
  Commoning(llvm::Loop& loop, llvm::LoopInfo& loops, const llvm::DominatorTree& dominators)
      : loop_(loop), loops_(loops), dominators_(dominators) {}

  bool run() {
    before_ = loop_.getLoopPreheader(), latch_ = loop_.getLoopLatch();
    if (!loop_.isInnermost() || !before_ || !latch_) return false;
    size_t variables = 0;
    for (llvm::PHINode& phi : loop_.getHeader()->phis()) {
      first_[&phi] = phi.getIncomingValueForBlock(before_);
      next_[&phi] = phi.getIncomingValueForBlock(latch_);
      if (phi.getType()->isFPOrFPVectorTy() || phi.getType()->isVectorTy()) ++variables;
    }
    find();
    if (found_.empty() || variables + found_.size() > kMostVariables) return false;
    for (const Pair& pair : found_) carry(pair);
    // Not before: one may be what another becomes in the next round.
    for (const Pair& pair : found_) llvm::RecursivelyDeleteTriviallyDeadInstructions(pair.now);
    return true;
  }

 private:
  struct Pair {
    llvm::Instruction* now = nullptr;
    llvm::WeakTrackingVH later;  // becomes a variable where it is carried itself
  };

  void find() {
    llvm::LoopBlocksRPO blocks(&loop_);
    blocks.perform(&loops_);
    std::vector<Pair> all;
    for (llvm::BasicBlock* block : blocks) {
      if (!dominators_.dominates(block, latch_)) continue;  // only what every round computes
      for (llvm::Instruction& now : *block) {
        llvm::Instruction* const later = is_arithmetic(now) ? of_next_round(now) : nullptr;
        if (!later) continue;
        next_[&now] = later;
        all.push_back({&now, later});
      }
    }
    // Products whose carried sum alone uses them need not be carried.
    const auto is_carried = [&](const llvm::User* user) {
      return llvm::any_of(all, [&](const Pair& pair) { return pair.now == user; });
    };
    for (const Pair& pair : all) {
      if (!llvm::all_of(pair.now->users(), is_carried)) found_.push_back(pair);
    }
  }

  static bool is_arithmetic(const llvm::Instruction& instruction) {
    if (!instruction.getType()->isFPOrFPVectorTy()) return false;
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    return (call && call->getIntrinsicID() == llvm::Intrinsic::fma) || llvm::isa<llvm::BinaryOperator>(instruction);
  }

  /// What takes the place of an operand in the next round; null where this round does not know it.
  llvm::Value* next(llvm::Value* operand) const {
    if (const auto found = next_.find(operand); found != next_.end()) return found->second;
    return loop_.isLoopInvariant(operand) ? operand : nullptr;
  }

  /// The same operation on the next values, which every round computes; null where there is none.
  llvm::Instruction* of_next_round(llvm::Instruction& now) const {
    std::vector<llvm::Value*> operands;
    llvm::Value* changing = nullptr;
    for (llvm::Value* operand : now.operand_values()) {
      operands.push_back(next(operand));
      if (!operands.back()) return nullptr;
      if (operands.back() != operand) changing = operands.back();
    }
    if (!changing || llvm::isa<llvm::Constant>(changing)) return nullptr;
    for (llvm::User* user : changing->users()) {
      auto* later = llvm::dyn_cast<llvm::Instruction>(user);
      if (!later || later == &now || !later->isSameOperationAs(&now) || !later->hasSameSubclassOptionalData(&now) ||
          !loop_.contains(later) || !dominators_.dominates(later->getParent(), latch_)) {
        continue;
      }
      const bool same = std::equal(operands.begin(), operands.end(), later->value_op_begin());
      const bool swapped = now.isCommutative() && operands.size() == 2 && later->getOperand(0) == operands[1] &&
                           later->getOperand(1) == operands[0];
      if (same || swapped) return later;
    }
    return nullptr;
  }

  /// What the first round has, computed in front of the loop.
  llvm::Value* first(llvm::Value* value) {
    if (const auto found = first_.find(value); found != first_.end()) return found->second;
    if (loop_.isLoopInvariant(value)) return value;
    llvm::Instruction* const copy = llvm::cast<llvm::Instruction>(value)->clone();
    for (llvm::Use& operand : copy->operands()) operand.set(first(operand.get()));
    copy->insertBefore(before_->getTerminator()->getIterator());
    return first_[value] = copy;
  }

  void carry(const Pair& pair) {
    llvm::PHINode* const variable = llvm::PHINode::Create(pair.now->getType(), 2, "", loop_.getHeader()->begin());
    variable->addIncoming(first(pair.now), before_);
    variable->addIncoming(pair.later, latch_);
    first_[variable] = variable->getIncomingValueForBlock(before_);
    pair.now->replaceAllUsesWith(variable);
  }

  llvm::Loop& loop_;
  llvm::LoopInfo& loops_;
  const llvm::DominatorTree& dominators_;
  llvm::BasicBlock *before_ = nullptr, *latch_ = nullptr;
  llvm::DenseMap<llvm::Value*, llvm::Value*> first_, next_;  // of what a round has: in the first round, in the next one
  std::vector<Pair> found_;
};

struct CarryArithmetic : llvm::PassInfoMixin<CarryArithmetic> {
  static llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder()) changed = Commoning(*loop, loops, dominators).run() || changed;
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }
};

}  // namespace

void add_carried_pass(llvm::PassBuilder& passes) {
  passes.registerOptimizerLastEPCallback([](llvm::ModulePassManager& manager, llvm::OptimizationLevel) {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LoopSimplifyPass());  // a block in front of each loop
    passes.addPass(CarryArithmetic());
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  });
}

}  // namespace ag::codegen
