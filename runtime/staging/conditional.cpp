/// Staged branches.
#include "ops/table.h"
#include "staging/branch.h"
#include "staging/cells.h"
#include "staging/merge.h"

namespace ag::detail {

void trace_if(const Predicate& predicate, const StateBase& state, FunctionRef<void()> then,
              FunctionRef<void()> otherwise) {
  tracing::Trace& trace = *tracing::current();
  const SourceLocation location = predicate.location();
  const Tensor condition = flag_tensor(predicate.value(), location);
  const SavedState before = save_state(state);
  StateGuard guard(state, before);

  std::vector<SavedState> after;
  std::vector<bool> ends;
  std::vector<ir::BlockId> blocks;
  for (const FunctionRef<void()>& branch : {then, otherwise}) {
    const tracing::Trace::BlockScope scope(trace);
    ends.push_back(run_branch(branch));
    after.push_back(save_state(state));
    blocks.push_back(scope.block());
    load_state(state, before);
  }
  const ir::ValueId value = trace.value_of(condition, location);
  const ir::NodeId node =
      trace.graph().append(trace.block(), ops::def(ops::Op::cond), {value}, {}, {}, location, std::move(blocks));
  if (!ends[0] && !ends[1]) end_branch();
  const CellJoin cells(after, before);
  if (!ends[0]) after[0] = unreached(trace, after[1], trace.graph().node(node).blocks[0]);
  if (!ends[1]) after[1] = unreached(trace, after[0], trace.graph().node(node).blocks[1]);
  SavedState joined = Merge(trace, node, &predicate.value(), "if", location).join(after);
  cells.finish(joined);
  if (trace.graph().node(node).results.empty() && !trace.graph().has_effects(node)) trace.graph().erase(node);
  guard.dismiss();
  load_state(state, joined);
}

}  // namespace ag::detail
