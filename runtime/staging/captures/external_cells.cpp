#include "staging/captures/external_cells.h"

#include <algorithm>

namespace ag::detail {

namespace {

using tracing::Captures;
using tracing::same_value;

size_t cell_count() {
  const Captures* captures = tracing::captures();
  return captures ? captures->cells().size() : 0;
}

/// Returns the value of a cell in a saved state, which may predate the cell.
Captures::Value value_in(const SavedState& state, size_t cell) {
  if (cell < state.captures.size()) return state.captures[cell];
  const Captures::Cell& made_later = tracing::captures()->cells()[cell];
  return {made_later.initial, made_later.initial};
}

bool same_stored(const Captures::Value& a, const Captures::Value& b) {
  return a.stored && b.stored && same_value(*a.stored, *b.stored);
}

}  // namespace

bool cells_differ(const SavedState& a, const SavedState& b) {
  for (size_t k = 0; k < cell_count(); ++k) {
    if (!same_value(value_in(a, k).now, value_in(b, k).now)) return true;
  }
  return false;
}

CellJoin::CellJoin(std::vector<SavedState>& branches, const SavedState& before) {
  for (size_t k = 0; k < cell_count(); ++k) {
    Captures::Value after = value_in(before, k);
    bool changed = false;
    for (const SavedState& branch : branches) {
      const Captures::Value in_branch = value_in(branch, k);
      changed = changed || !same_value(in_branch.now, after.now);
      if (!same_stored(in_branch, after)) after.stored.reset();
    }
    after_.push_back(after);
    if (!changed) continue;
    changed_.push_back(k);
    for (SavedState& branch : branches) branch.variables.push_back(value_in(branch, k).now);
  }
}

void CellJoin::finish(SavedState& joined) const {
  joined.captures = after_;
  const size_t first = joined.variables.size() - changed_.size();
  for (size_t k = 0; k < changed_.size(); ++k) joined.captures[changed_[k]].now = joined.variables[first + k];
  joined.variables.resize(first);
}

bool CarriedCells::extend(const SavedState& start, const SavedState& after) {
  const size_t before = cells_.size();
  for (size_t k = 0; k < cell_count(); ++k) {
    if (std::ranges::find(cells_, k) != cells_.end()) continue;
    if (!same_value(value_in(start, k).now, value_in(after, k).now)) cells_.push_back(k);
  }
  return cells_.size() != before;
}

void CarriedCells::settle(SavedState& out, const SavedState& after) const {
  for (size_t k = 0; k < cell_count(); ++k) {
    if (k >= out.captures.size()) out.captures.push_back(value_in(out, k));
    if (!same_stored(value_in(after, k), out.captures[k])) out.captures[k].stored.reset();
  }
}

void CarriedCells::save_variables(Leaves& out) const {
  state_.save_variables(out);
  for (size_t cell : cells_) out.push_back(tracing::captures()->cells()[cell].value.now);
}

void CarriedCells::load_variables(LeafReader& in) const {
  state_.load_variables(in);
  for (size_t cell : cells_) tracing::captures()->carry(cell, in.next());
}

}  // namespace ag::detail
