/// Predictive commoning of floating-point arithmetic. If an iteration computes x · x for the next value of x, and the
/// next iteration computes x · x again, the product becomes a loop-carried variable. This occurs in loops that test the
/// size of numbers before they change them, such as masked loops over tiles in registers. LLVM does the same for loads
/// only.
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

class Commoning {
 public:
  /// `most_variables`: of vector or floating-point type; more would be spilled.
  Commoning(llvm::Loop& loop, llvm::LoopInfo& loops, const llvm::DominatorTree& dominators, size_t most_variables)
      : loop_(loop), loops_(loops), dominators_(dominators), most_variables_(most_variables) {}

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
    if (found_.empty() || variables + found_.size() > most_variables_) return false;
    for (const Pair& pair : found_) carry(pair);
    // Deleted only after all are carried: an instruction may be the next value of another.
    for (const Pair& pair : found_) llvm::RecursivelyDeleteTriviallyDeadInstructions(pair.now);
    return true;
  }

 private:
  struct Pair {
    llvm::Instruction* now = nullptr;
    llvm::WeakTrackingVH later;  // becomes a variable if it is itself carried
  };

  void find() {
    llvm::LoopBlocksRPO blocks(&loop_);
    blocks.perform(&loops_);
    std::vector<Pair> all;
    for (llvm::BasicBlock* block : blocks) {
      if (!dominators_.dominates(block, latch_)) continue;  // only instructions that each iteration executes
      for (llvm::Instruction& now : *block) {
        llvm::Instruction* const later = is_arithmetic(now) ? of_next_round(now) : nullptr;
        if (!later) continue;
        next_[&now] = later;
        all.push_back({&now, later});
      }
    }
    // An instruction that only carried instructions use need not be carried.
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

  /// Returns the value of an operand in the next iteration; null if this iteration does not compute it.
  llvm::Value* next(llvm::Value* operand) const {
    if (const auto found = next_.find(operand); found != next_.end()) return found->second;
    return loop_.isLoopInvariant(operand) ? operand : nullptr;
  }

  /// Returns the same operation on the next values, if each iteration computes it; otherwise null.
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

  /// Returns the value of the first iteration, computed before the loop.
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
  const size_t most_variables_;
  llvm::BasicBlock *before_ = nullptr, *latch_ = nullptr;
  llvm::DenseMap<llvm::Value*, llvm::Value*> first_, next_;  // values in the first and in the next iteration
  std::vector<Pair> found_;
};

struct PredictiveCommoning : llvm::PassInfoMixin<PredictiveCommoning> {
  explicit PredictiveCommoning(size_t most_variables) : most_variables_(most_variables) {}

  llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) const {
    auto& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    bool changed = false;
    for (llvm::Loop* loop : loops.getLoopsInPreorder())
      changed = Commoning(*loop, loops, dominators, most_variables_).run() || changed;
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
  }

 private:
  size_t most_variables_;
};

}  // namespace

void add_predictive_commoning_pass(llvm::PassBuilder& passes, const detail::Machine& machine) {
  const auto most = static_cast<size_t>(machine.vector_registers * 3 / 4);
  passes.registerOptimizerLastEPCallback([most](llvm::ModulePassManager& manager, llvm::OptimizationLevel) {
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::LoopSimplifyPass());  // creates preheaders
    passes.addPass(PredictiveCommoning(most));
    manager.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(passes)));
  });
}

}  // namespace ag::codegen
