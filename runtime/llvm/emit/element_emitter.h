#pragma once
/// Emission of loads and stores of elements. In vector code, the lanes of an access are adjacent, in steps, or
/// anywhere.
///
/// The addresses of the arrays of an outermost loop are loaded before it (pinned).
#include <vector>

#include "base/machine.h"
#include "llvm/emit/named_values.h"
#include "llvm/emit/nontemporal_stores.h"

namespace ag::codegen {

class ElementEmitter {
 public:
  ElementEmitter(const Program& program, const detail::Machine& machine, FunctionBuilder& function,
                 ScalarEmitter& scalars, NamedValues& values, const SmallLoopPlan& plan);

  llvm::Value* load(const Statement& statement);
  void store(const Statement& statement);
  /// Returns the address of the first element.
  llvm::Value* array_data(ArrayId id);
  /// Marks an access to an element, which does not alias the table of arrays.
  void annotate(llvm::Instruction* access, ArrayId array);

  /// Begins and ends the code of a loop. Arrays are pinned while `loop_depth` is not 0.
  void enter_loop(const Statement& loop);
  void leave_loop();
  int loop_depth() const { return loop_depth_; }
  void pin_arrays(const Statement& loop);
  /// Exchanges the pinned addresses, for code in another function.
  void swap_pinned(std::vector<llvm::Value*>& addresses) { pinned_.swap(addresses); }

  /// The accesses that follow are independent of those of other iterations; null: they may depend on them.
  void set_access_group(llvm::MDNode* group) { access_group_ = group; }
  /// The vector loads that follow read the lanes of the mask, and the other lanes are 0; null: all lanes.
  void set_mask(llvm::Value* mask) { mask_ = mask; }
  /// The stores that follow are non-temporal, and loads are prefetched.
  void set_streaming(bool streaming) { streaming_ = streaming; }

 private:
  llvm::Value* load_steps(const Statement& statement, int64_t stride);
  llvm::Value* load_places(const Statement& statement);
  llvm::Value* load_masked(const Statement& statement);
  bool has_lane_places(const Statement& statement) const;
  llvm::Value* element_address(const Statement& statement, llvm::Value* index);
  llvm::Value* index(const Statement& statement, int64_t& stride);
  void fetch_ahead(llvm::Value* address, uint64_t bytes);

  const Program& program_;
  const detail::Machine& machine_;
  FunctionBuilder& function_;
  llvm::IRBuilder<>& ir_;
  ScalarEmitter& scalars_;
  NamedValues& values_;
  const SmallLoopPlan& plan_;
  const std::vector<bool> invariant_;  // by array: no statement changes its elements
  std::vector<llvm::Value*> pinned_;   // by array: its address, inside a loop
  int loop_depth_ = 0;
  llvm::MDNode* access_group_ = nullptr;  // of the innermost loop, whose iterations are independent
  bool streaming_ = false;
  llvm::Value* mask_ = nullptr;
};

}  // namespace ag::codegen
