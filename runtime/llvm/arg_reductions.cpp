/// Searches for the least or greatest of some numbers. A NaN is what is looked for wherever it stands, so each
/// comparison would have to ask for one. Vectors of floating-point numbers ask once, for all of their rows together,
/// and search as if there were none; where there is one, a branch that is never taken otherwise finds the first of each
/// row.
#include "llvm/emitter.h"

namespace ag::codegen {

namespace {

constexpr size_t kFewest = 4;  // operands, for which a question of its own pays

}  // namespace

llvm::Value* Emitter::place_number(llvm::Value* like, size_t place) {
  llvm::Value* number = ir_.getInt32(static_cast<uint32_t>(place));
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
  return vector ? ir_.CreateVectorSplat(vector->getNumElements(), number) : number;
}

/// Neighbours first, so that few comparisons wait for others. `numbers`: none of them is NaN.
Emitter::Found Emitter::search(Primitive end, DType dtype, const std::vector<llvm::Value*>& row, bool numbers) {
  const Primitive behind = end == Primitive::Less ? Primitive::GreaterEqual : Primitive::LessEqual;
  std::vector<Found> best;
  for (size_t k = 0; k < row.size(); ++k) best.push_back({row[k], place_number(row[k], k)});
  while (best.size() > 1) {
    size_t left = 0;
    for (size_t k = 0; k + 1 < best.size(); k += 2) {
      const Found &before = best[k], &after = best[k + 1];
      llvm::Value* better = nullptr;
      if (numbers) {
        better = compare(end, dtype, after.element, before.element);
      } else {
        // Not at or behind the other, which a NaN is not either; but no NaN gives way.
        better = ir_.CreateNot(compare(behind, dtype, after.element, before.element));
        better = ir_.CreateAnd(better, ir_.CreateFCmpORD(before.element, before.element));
      }
      best[left++] = {ir_.CreateSelect(better, after.element, before.element),
                      ir_.CreateSelect(better, after.place, before.place)};
    }
    if (best.size() % 2 == 1) best[left++] = best.back();
    best.resize(left);
  }
  return best[0];
}

/// In rows with a NaN the first of them.
Emitter::Found Emitter::search_for_nan(const std::vector<llvm::Value*>& row, Found among_numbers) {
  Found found = among_numbers;
  for (size_t k = row.size(); k-- > 0;) {
    llvm::Value* is_nan = ir_.CreateFCmpUNO(row[k], row[k]);
    found = {ir_.CreateSelect(is_nan, row[k], found.element),
             ir_.CreateSelect(is_nan, place_number(row[k], k), found.place)};
  }
  return found;
}

void Emitter::emit_search(const Statement& statement) {
  const auto give = [&] {
    define(statement.result, statement.bits != 0 ? found_.place : found_.element);
    searched_ = &statement;
  };
  // One search for a place and the element that stands there.
  const bool again = searched_ && &statement == searched_ + 1 && statement.primitive == searched_->primitive &&
                     statement.operands == searched_->operands;
  if (again) return give();
  const DType dtype = program_.dtype(statement.operands[0]);
  std::vector<llvm::Value*> row;
  for (Register operand : statement.operands) row.push_back(use(operand));
  if (!is_floating(dtype) || !vectors_ || row.size() < kFewest) {
    found_ = search(statement.primitive, dtype, row, !is_floating(dtype));
    return give();
  }
  llvm::Value* unordered = nullptr;
  for (size_t k = 0; k < row.size(); k += 2) {
    llvm::Value* pair = ir_.CreateFCmpUNO(row[k], row[std::min(k + 1, row.size() - 1)]);
    unordered = unordered ? ir_.CreateOr(unordered, pair) : pair;
  }
  const Found usual = search(statement.primitive, dtype, row, true);
  llvm::BasicBlock *from = ir_.GetInsertBlock(), *rare = new_block("nan"), *after = new_block("found");
  llvm::MDNode* unlikely = llvm::MDBuilder(context_).createBranchWeights(1, 2000);
  ir_.CreateCondBr(ir_.CreateOrReduce(unordered), rare, after, unlikely);
  ir_.SetInsertPoint(rare);
  const Found with_nan = search_for_nan(row, usual);
  ir_.CreateBr(after);
  ir_.SetInsertPoint(after);
  const auto either = [&](llvm::Value* usually, llvm::Value* rarely) {
    llvm::PHINode* value = ir_.CreatePHI(usually->getType(), 2);
    value->addIncoming(usually, from);
    value->addIncoming(rarely, rare);
    return value;
  };
  found_ = {either(usual.element, with_nan.element), either(usual.place, with_nan.place)};
  give();
}

}  // namespace ag::codegen
