#include "llvm/emit/arg_reduction_emitter.h"

#include <algorithm>

namespace ag::codegen {

namespace {

constexpr size_t kMin = 4;  // operands from which on a common NaN test pays

}  // namespace

llvm::Value* ArgReductionEmitter::place_number(llvm::Value* like, size_t place) {
  llvm::Value* number = ir_.getInt32(static_cast<uint32_t>(place));
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(like->getType());
  return vector ? ir_.CreateVectorSplat(vector->getNumElements(), number) : number;
}

/// Compares operands pairwise, so that few comparisons depend on each other. `numbers`: no operand is a NaN.
ArgReductionEmitter::Found ArgReductionEmitter::search(Primitive end, DType dtype, const std::vector<llvm::Value*>& row,
                                                       bool numbers) {
  const Primitive behind = end == Primitive::Less ? Primitive::GreaterEqual : Primitive::LessEqual;
  std::vector<Found> best;
  for (size_t k = 0; k < row.size(); ++k) best.push_back({row[k], place_number(row[k], k)});
  while (best.size() > 1) {
    size_t left = 0;
    for (size_t k = 0; k + 1 < best.size(); k += 2) {
      const Found &before = best[k], &after = best[k + 1];
      llvm::Value* better = nullptr;
      if (numbers) {
        better = context_.scalars.compare(end, dtype, after.element, before.element);
      } else {
        // The later element is better or a NaN, and the earlier one is no NaN.
        better = ir_.CreateNot(context_.scalars.compare(behind, dtype, after.element, before.element));
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

/// Returns the first NaN of each row that has one, and `among_numbers` for the other rows.
ArgReductionEmitter::Found ArgReductionEmitter::search_for_nan(const std::vector<llvm::Value*>& row,
                                                               Found among_numbers) {
  Found found = among_numbers;
  for (size_t k = row.size(); k-- > 0;) {
    llvm::Value* is_nan = ir_.CreateFCmpUNO(row[k], row[k]);
    found = {ir_.CreateSelect(is_nan, row[k], found.element),
             ir_.CreateSelect(is_nan, place_number(row[k], k), found.place)};
  }
  return found;
}

void ArgReductionEmitter::emit(const Statement& statement) {
  // One search serves consecutive statements for the index and for the element.
  const bool again = searched_ && in_ == context_.function.function() && &statement == searched_ + 1 &&
                     statement.primitive == searched_->primitive && statement.operands == searched_->operands;
  if (!again) found_ = find(statement);
  context_.values.define(statement.result, statement.bits != 0 ? found_.place : found_.element);
  searched_ = &statement;
  in_ = context_.function.function();
}

ArgReductionEmitter::Found ArgReductionEmitter::find(const Statement& statement) {
  const DType dtype = context_.program.dtype(statement.operands[0]);
  std::vector<llvm::Value*> row;
  for (Register operand : statement.operands) row.push_back(context_.values.use(operand));
  if (!is_floating(dtype) || !context_.values.in_vectors() || row.size() < kMin) {
    return search(statement.primitive, dtype, row, !is_floating(dtype));
  }
  llvm::Value* unordered = nullptr;
  for (size_t k = 0; k < row.size(); k += 2) {
    llvm::Value* pair = ir_.CreateFCmpUNO(row[k], row[std::min(k + 1, row.size() - 1)]);
    unordered = unordered ? ir_.CreateOr(unordered, pair) : pair;
  }
  const Found usual = search(statement.primitive, dtype, row, true);
  llvm::BasicBlock *from = ir_.GetInsertBlock(), *rare = context_.function.new_block("nan"),
                   *after = context_.function.new_block("found");
  ir_.CreateCondBr(ir_.CreateOrReduce(unordered), rare, after, context_.function.unlikely());
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
  llvm::Value* const element = either(usual.element, with_nan.element);
  return {element, either(usual.place, with_nan.place)};
}

}  // namespace ag::codegen
