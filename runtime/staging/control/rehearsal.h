#pragma once
/// Speculative tracing of a part of the program.
#include <vector>

#include "ag/shape.h"
#include "staging/control/leaves.h"
#include "trace/context.h"

namespace ag::detail {

/// The nodes of an iteration, including those of nested blocks: their number, and the shapes of the results and of the
/// slices that they replace.
struct IterationNodes {
  size_t count = 0;
  std::vector<Shape> shapes;
};

/// Traces speculatively: the destructor restores the state, and the nodes are in a detached block.
class Rehearsal {
 public:
  explicit Rehearsal(const StateBase& state)
      : state_(state), before_(save_state(state)), guard_(state, before_), scope_(*tracing::current()) {}

  bool changes_state() const { return states_differ(before_, save_state(state_)); }
  size_t state_size() const { return before_.variables.size(); }
  bool has_effects() const { return tracing::current()->graph().has_effects_in(scope_.block()); }
  bool adds_nodes() const { return size() > 0; }
  /// Returns the number of nodes traced, without those of nested blocks.
  size_t size() const { return tracing::current()->graph().block(scope_.block()).nodes.size(); }
  /// Returns the nodes traced at these positions.
  IterationNodes nodes(size_t first, size_t end) const;
  /// Returns the result of `trace`, or `failed` if it throws; the error is discarded.
  bool run(bool failed, FunctionRef<bool()> trace) const;

 private:
  const StateBase& state_;
  const SavedState before_;
  const StateGuard guard_;
  const tracing::Trace::BlockScope scope_;
};

}  // namespace ag::detail
