/// Reductions of rows that are one vector. A row of booleans may be several.
#include <llvm/Analysis/VectorUtils.h>

#include <algorithm>

#include "llvm/emit/reduction_emitter.h"

namespace ag::codegen {

/// Returns all lanes of a short reduction whose elements are computed in vectors of `most` lanes. The vectors are
/// joined first: the order in which lanes are halved does not depend on the vectors.
ReductionEmitter::Values ReductionEmitter::fold_joined(const Statement& fold, int64_t most) {
  std::vector<Values> values(fold.reductions.size()), factors(fold.reductions.size());
  for (int64_t at = 0; at < fold.extent; at += most) {
    const int64_t lanes = std::min(most, fold.extent - at);
    const std::vector<ReductionOperand> list = operands(fold, int64(at), lanes);
    const auto vector = [&](llvm::Value* value) {
      return value->getType()->isVectorTy() ? value : ir_.CreateVectorSplat(static_cast<unsigned>(lanes), value);
    };
    for (size_t k = 0; k < list.size(); ++k) {
      values[k].push_back(vector(list[k].value));
      if (list[k].factor) factors[k].push_back(vector(list[k].factor));
    }
  }
  Values results;
  for (size_t k = 0; k < fold.reductions.size(); ++k) {
    const RowReduction& one = fold.reductions[k];
    llvm::Value* start = ir_.CreateVectorSplat(static_cast<unsigned>(fold.extent), arithmetic_.identity(one));
    llvm::Value* factor = factors[k].empty() ? nullptr : llvm::concatenateVectors(ir_, factors[k]);
    results.push_back(arithmetic_.take(one, start, {llvm::concatenateVectors(ir_, values[k]), factor}));
  }
  return results;
}

ReductionEmitter::Values ReductionEmitter::fold_short(const Statement& fold) {
  Values results(fold.reductions.size());
  const auto single = [&](const RowReduction& one, llvm::Value* value) {
    return value->getType()->isVectorTy() ? arithmetic_.halve(one, value) : value;
  };
  const int64_t most = context_.small_loops.vector_lanes(fold);
  if (fold.extent > most && !are_booleans(fold)) {
    results = fold_joined(fold, most);
    for (size_t k = 0; k < results.size(); ++k) results[k] = single(fold.reductions[k], results[k]);
    return results;
  }
  for (int64_t at = 0; at < fold.extent; at += most) {
    const int64_t lanes = std::min(most, fold.extent - at);
    const std::vector<ReductionOperand> values = operands(fold, int64(at), lanes);
    for (size_t k = 0; k < results.size(); ++k) {
      const RowReduction& one = fold.reductions[k];
      llvm::Value* start = arithmetic_.identity(one);
      if (lanes > 1) start = ir_.CreateVectorSplat(static_cast<unsigned>(lanes), start);
      llvm::Value* value = arithmetic_.take(one, start, values[k]);
      if (results[k] && results[k]->getType() != value->getType()) {
        value = single(one, value);
        results[k] = single(one, results[k]);
      }
      results[k] = results[k] ? arithmetic_.combine(one, results[k], value) : value;
    }
  }
  for (size_t k = 0; k < results.size(); ++k) results[k] = single(fold.reductions[k], results[k]);
  return results;
}

}  // namespace ag::codegen
