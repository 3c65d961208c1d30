#pragma once
/// External variables in staged statements: tracing discovers them, and they are then treated as state.
#include "staging/control/leaves.h"

namespace ag::detail {

/// Joins the external variables that the branches of a statement write.
class CellJoin {
 public:
  /// Adds the cells that one of the branches changes to the variables of every branch. `before`: the state before the
  /// statement.
  CellJoin(std::vector<SavedState>& branches, const SavedState& before);
  /// Moves the cells from the joined variables back to the captures.
  void finish(SavedState& joined) const;

 private:
  std::vector<size_t> changed_;
  tracing::Captures::Values after_;
};

/// The state of a loop together with the external variables that its body writes.
class CarriedCells final : public StateBase {
 public:
  explicit CarriedCells(const StateBase& state) : StateBase(state), state_(state) {}
  /// Adds the cells that differ. Returns false if there are none.
  bool extend(const SavedState& start, const SavedState& after);
  /// Updates the known memory contents after the loop, where the body may have stored a value.
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

/// True if an external variable has different values in the two states.
bool cells_differ(const SavedState& a, const SavedState& b);

}  // namespace ag::detail
