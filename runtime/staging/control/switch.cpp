/// The switch of converted code: executed as C++, or recorded as one switch_case node with a block per arm.
#include "ag/staging/switch.h"

#include <algorithm>

#include "ag/higher_order.h"
#include "ag/ops.h"
#include "ag/staging/item.h"
#include "ops/table.h"
#include "staging/captures/external_cells.h"
#include "staging/control/branch.h"
#include "staging/control/merge.h"

namespace ag {

SwitchValue::SwitchValue(const Tensor& value, SourceLocation location) : location_(location) {
  const DType dtype = detail::used(value, location).dtype;
  if (is_floating(dtype)) {
    throw Error(ErrorKind::type_error, "a switch needs an integer, the tensor is " + std::string(name(dtype)),
                location);
  }
  value_ = item<int64_t>(value, location);
}

namespace detail {

namespace {

constexpr size_t kNoArm = SIZE_MAX;

size_t default_arm(std::span<const Arm> arms) {
  for (size_t k = 0; k < arms.size(); ++k) {
    if (arms[k].labels->empty()) return k;
  }
  return kNoArm;
}

size_t arm_of(int64_t value, std::span<const Arm> arms) {
  for (size_t k = 0; k < arms.size(); ++k) {
    for (const CaseLabel& label : *arms[k].labels) {
      if (label.value == value) return k;
    }
  }
  return default_arm(arms);
}

/// Runs an arm and those that it falls through to, until an exit is taken.
void run_from(size_t at, const StateBase& state, std::span<const Arm> arms) {
  arms[at].body();
  if (!arms[at].falls || at + 1 == arms.size()) return;
  const Flag stopped = state.stopped();
  if (host_condition(stopped)) return;
  if_stmt(Predicate(static_cast<const Staged<bool>&>(!stopped), state.location()), state,
          [&] { run_from(at + 1, state, arms); });
}

/// Returns the index of the block to run. The blocks are those of the arms, followed by an empty one for unmatched
/// values.
Tensor block_number(const Tensor& value, std::span<const Arm> arms, SourceLocation location) {
  const size_t fallback = default_arm(arms);
  Tensor number = scalar_tensor(scalar_of(fallback == kNoArm ? arms.size() : fallback), DType::int32);
  for (size_t k = 0; k < arms.size(); ++k) {
    for (const CaseLabel& label : *arms[k].labels) {
      const Tensor is_label = equal(TensorArg(value, location), scalar_tensor(scalar_of(label.value), DType::int64));
      number = where(TensorArg(is_label, location), scalar_tensor(scalar_of(k), DType::int32), number);
    }
  }
  return number;
}

}  // namespace

void run_switch(const SwitchValue& value, const StateBase& state, std::span<const Arm> arms) {
  if (arms.empty()) return;
  if (value.value().is_host()) {
    const size_t arm = arm_of(value.value().value(), arms);
    if (arm != kNoArm) run_from(arm, state, arms);
    return;
  }
  tracing::Trace& trace = *tracing::current();
  const SourceLocation location = value.location();
  const Tensor number = block_number(value.value().tensor(location), arms, location);
  const SavedState before = save_state(state);
  StateGuard guard(state, before);
  const size_t count = arms.size() + (default_arm(arms) == kNoArm ? 1 : 0);
  std::vector<SavedState> after;
  std::vector<bool> ends;
  std::vector<ir::BlockId> blocks;
  for (size_t k = 0; k < count; ++k) {
    const tracing::Trace::BlockScope scope(trace);
    ends.push_back(run_branch(
        [&] {
          if (k < arms.size()) run_from(k, state, arms);
        },
        location));
    after.push_back(save_state(state));
    blocks.push_back(scope.block());
    load_state(state, before);
  }
  const ir::ValueId arm = trace.value_of(number, location);
  const ir::NodeId node =
      trace.graph().append(trace.block(), ops::def(ops::Op::switch_case), {arm}, {}, {}, location, std::move(blocks));
  const auto whole = std::ranges::find(ends, true);
  if (whole == ends.end()) end_branch();
  const CellJoin cells(after, before);
  for (size_t k = 0; k < count; ++k) {
    if (!ends[k]) after[k] = unreached(trace, after[size_t(whole - ends.begin())], trace.graph().node(node).blocks[k]);
  }
  SavedState joined = Merge(trace, node, nullptr, "switch", location).join(after);
  cells.finish(joined);
  if (trace.graph().node(node).results.empty() && !trace.graph().has_effects(node)) trace.graph().erase(node);
  guard.dismiss();
  load_state(state, joined);
}

}  // namespace detail

Tensor switch_case(const SwitchValue& index, const std::vector<std::function<Tensor()>>& functions) {
  if (functions.empty()) {
    throw Error(ErrorKind::invalid_argument, "switch_case has no functions to choose from", index.location());
  }
  Tensor result;
  std::vector<std::vector<detail::CaseLabel>> labels(functions.size());
  std::vector<std::function<void()>> bodies;
  for (size_t k = 0; k < functions.size(); ++k) {
    if (k + 1 < functions.size()) labels[k].push_back(static_cast<int64_t>(k));
    bodies.push_back([&result, &function = functions[k]] { result = function(); });
  }
  std::vector<detail::Arm> arms;
  for (size_t k = 0; k < functions.size(); ++k) arms.push_back({&labels[k], false, bodies[k]});
  detail::run_switch(index, ag::state({"result", index.location()}, result), arms);
  return result;
}

}  // namespace ag
