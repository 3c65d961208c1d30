/// Staged branches and short-circuit operators.
#include "ops/table.h"
#include "staging/captures/external_cells.h"
#include "staging/control/branch.h"
#include "staging/control/merge.h"

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
    ends.push_back(run_branch(branch, location));
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

namespace {

/// A state with one more exit, which the operator itself carries.
class WithExit final : public StateBase {
 public:
  WithExit(const StateBase& state, Return<Staged<bool>>& exit)
      : StateBase(state.location()), state_(state), exit_(exit) {}
  void save_variables(Leaves& out) const override { state_.save_variables(out); }
  void save_exits(Leaves& out) const override {
    state_.save_exits(out);
    save(exit_, {}, out);
  }
  void load_variables(LeafReader& in) const override { state_.load_variables(in); }
  void load_exits(LeafReader& in) const override {
    state_.load_exits(in);
    load(exit_, in);
  }
  Flag stopped() const override { return state_.stopped() || exit_.done(); }

 private:
  const StateBase& state_;
  Return<Staged<bool>>& exit_;
};

/// Returns b() if `a` equals `needs_b`, and `a` otherwise.
Staged<bool> short_circuit(const Predicate& a, bool needs_b, const StateBase& state, FunctionRef<Predicate()> b) {
  if (a.is_host()) return a.host() == needs_b ? b().value() : Staged<bool>(a.host());
  Return<Staged<bool>> result;
  const auto decided = [&] { result = Staged<bool>(!needs_b); };
  const auto asked = [&] { result = b().value(); };
  const WithExit carried(state, result);
  if (needs_b)
    trace_if(a, carried, asked, decided);
  else
    trace_if(a, carried, decided, asked);
  return result.value();
}

}  // namespace

Staged<bool> conjunction(const Predicate& a, const StateBase& state, FunctionRef<Predicate()> b) {
  return short_circuit(a, true, state, b);
}

Staged<bool> disjunction(const Predicate& a, const StateBase& state, FunctionRef<Predicate()> b) {
  return short_circuit(a, false, state, b);
}

}  // namespace ag::detail
