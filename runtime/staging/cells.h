#pragma once
/// Variables outside of the function in staged statements: they are found by tracing, and then treated as state.
#include "staging/leaves.h"

namespace ag::detail {

/// Joins what the branches of a statement write.
class CellJoin {
 public:
  /// Adds what one of the branches changes to the variables of each. `before`: the state around the statement.
  CellJoin(std::vector<SavedState>& branches, const SavedState& before);
  /// Takes it out of the joined state again.
  void finish(SavedState& joined) const;

 private:
  std::vector<size_t> changed_;
  tracing::Captures::Values after_;
};

/// The state of a loop with the variables outside of the function that its body writes.
class CarriedCells final : public StateBase {
 public:
  explicit CarriedCells(const StateBase& state) : StateBase(state), state_(state) {}
  /// Adds those that differ. False: there are none.
  bool extend(const SavedState& start, const SavedState& after);
  /// After the loop: what is in memory where the body may have stored something.
  void settle(SavedState& out, const SavedState& after) const;

  void save_variables(Leaves& out) const override;
  void save_exits(Leaves& out) const override { state_.save_exits(out); }
  void load_variables(LeafReader& in) const override;
  void load_exits(LeafReader& in) const override { state_.load_exits(in); }
  Flag stopped() const override { return state_.stopped(); }

 private:
  const StateBase& state_;
  std::vector<size_t> cells_;
};

/// Whether some variable outside of the function has another value.
bool cells_differ(const SavedState& a, const SavedState& b);

}  // namespace ag::detail
