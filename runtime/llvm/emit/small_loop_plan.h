#pragma once
/// Plan of small loops: the innermost loop is unrolled into vectors, a row of an array at a time, and the loops around
/// it completely. All indices become constants, so small stack arrays become registers, including loop-carried ones.
/// LLVM's own vectorizer would leave a scalar remainder of each row.
///
/// Programs that profit: loops over vectors and matrices of few elements: filters, bodies in space, small neural
/// networks.
#include <set>
#include <vector>

#include "base/machine.h"
#include "program/program.h"

namespace ag::codegen {

class SmallLoopPlan {
 public:
  SmallLoopPlan(const Program& program, const detail::Machine& machine);

  bool is_unrolled(const Statement& loop) const { return unrolled_.contains(&loop); }
  /// True if the elements of a stack array are promoted to registers.
  bool is_in_registers(ArrayId array) const { return in_registers_[static_cast<size_t>(array)]; }
  /// Returns the number of elements per vector of an innermost loop or short reduction. It does not exceed the number
  /// that other loops use for its arrays in registers, so that LLVM need not assemble and split vectors.
  int64_t vector_lanes(const Statement& loop) const;
  /// True if the row of a reduction is so short that its lanes are one vector or, for booleans, a few.
  bool is_short_fold(const Statement& fold) const;

 private:
  int64_t row_lanes(const Statement& loop) const;
  bool share_lanes(const Block& block);
  int64_t unrolled_cost(const Statement& statement) const;
  bool is_in_memory(ArrayId array) const { return array != kNone && !is_in_registers(array); }
  bool takes_one_by_one(const Statement& access, Register index, int64_t lanes) const;
  void choose_unrolled(const Block& block, bool often, bool wanted, int64_t& left);
  void find_registers(const Block& block, bool unrolled, std::vector<bool>& constant);

  const Program& program_;
  const detail::Machine& machine_;
  std::set<const Statement*> unrolled_;
  std::vector<bool> in_registers_;    // by array
  std::vector<int64_t> array_lanes_;  // by array in registers: elements per vector
};

/// True if all reductions are of booleans, whose order is irrelevant.
bool are_booleans(const Statement& fold);
/// True if a strided load of `lanes` elements may read all elements of its steps: the stride is small, and the array
/// consists of whole steps. A result that fits 256 bits is not taken from a wider vector, since Intel processors have
/// fewer vector units while wide vectors are in use.
bool is_in_whole_steps(const Program& program, const Statement& statement, int64_t stride, int64_t lanes);

}  // namespace ag::codegen
