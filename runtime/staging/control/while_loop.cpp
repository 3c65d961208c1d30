#include "staging/control/while_loop.h"

#include <algorithm>
#include <map>

#include "ag/ops.h"
#include "ops/table.h"
#include "staging/captures/function_choice.h"
#include "staging/control/branch.h"
#include "staging/control/loop_body.h"
#include "staging/control/loop_recorder.h"
#include "staging/control/symbolic_number.h"

namespace ag::detail {

void LoopRecorder::add_types() {
  for (size_t k = types_.size(); k < before_.variables.size(); ++k) {
    const Leaf& leaf = before_.variables[k];
    CarriedType type;
    type.stated = invariants_.find(leaf);
    if (leaf.kind == Leaf::Kind::Tensor && leaf.tensor.defined()) {
      type.carried = true;
      type.type = type_of(leaf.tensor);
      type.optional = !definedness(leaf.tensor).is_host();
      type.exact = is_rounded(*leaf.tensor.impl());
      if (type.stated) type.type.shape = *type.stated;
    }
    types_.push_back(type);
  }
}

Loop LoopRecorder::run(Recorded recorded) {
  before_ = save_state(state_);
  StateGuard guard(state_, before_);
  invariants_.check_before(before_.variables);
  add_types();
  constexpr int kAttempts = 12;  // each attempt generalizes at least one type, and a shape has few generalizations
  for (int attempt = 0;; ++attempt) {
    if (attempt == kAttempts && has_choice(before_.variables)) {
      throw Error(ErrorKind::staging_error, "the functions that the variables of the loop hold do not settle",
                  location_, {"let a lambda that is assigned in the loop capture by reference, or assign a function"});
    }
    if (attempt == kAttempts) {
      throw Error(ErrorKind::shape_error, "the types of the variables that the loop carries do not settle", location_);
    }
    if (trace_body()) break;
  }
  const auto is_known = [](const Leaf& leaf) { return exit_flag(leaf).is_host(); };
  if (recorded == Recorded::WithExits && std::ranges::all_of(after_.exits, is_known)) return Loop::OnHost;
  if (recorded == Recorded::KeepingTypes && !keeps_types()) return Loop::OnHost;
  if (!record()) return Loop::TestWrites;
  for (size_t k = 0; k < carried_.size(); ++k) carried_[k].set(trace_.symbol_of(results_[k], location_));
  guard.dismiss();
  load_state(state_, out_);
  return Loop::Recorded;
}

bool LoopRecorder::trace_body() {
  start_ = before_;
  const tracing::Trace::BlockScope scope(trace_);
  body_block_ = scope.block();
  for (size_t k = 0; k < start_.variables.size(); ++k) {
    Leaf& leaf = start_.variables[k];
    if (leaf.kind == Leaf::Kind::Tensor && types_[k].integer) {
      leaf.tensor = mixed_value(types_[k], [&](const ir::TensorType& type) {
        return trace_.add_argument(body_block_, type, leaf.name, location_);
      });
    } else if (leaf.kind == Leaf::Kind::Tensor && types_[k].carried) {
      leaf.tensor = received(trace_.add_argument(body_block_, types_[k].in_graph(), leaf.name, location_), types_[k]);
      leaf.host.reset();  // the length of a list is not known in the body
      if (types_[k].optional) {
        leaf.tensor.impl()->symbol->defined =
            trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
      }
    } else if (leaf.kind == Leaf::Kind::Number && !types_[k].known) {
      const ir::TensorType type{leaf.number.dtype, Shape(), false};
      leaf.number = {0, stage(trace_.add_argument(body_block_, type, leaf.name, location_)), type.dtype};
    }
  }
  for (Leaf& leaf : start_.exits) {  // the body starts with every exit unset
    set_exit_flag(leaf, Staged<bool>(false));
    leaf.host.reset();
    leaf.inner.clear();
  }
  load_state(state_, start_);
  const size_t first_node = trace_.graph().node_count();
  const int asked = trace_.asked_undefined();
  const std::exception_ptr refused = trace_.refused();
  try {
    after_ = run_branch(body_, location_) ? save_state(state_) : start_;
  } catch (const SymbolicNumber&) {
    load_state(state_, before_);
    if (!assume_known()) throw;
    trace_.forgive(refused);
    return false;
  }
  passed_undefined_ = passes_undefined(trace_.graph(), first_node) || trace_.asked_undefined() != asked;
  load_state(state_, before_);
  // An external variable that the body writes is carried from here on.
  if (state_.extend(start_, after_)) {
    before_ = save_state(state_);
    add_types();
    return false;
  }

  if (has_choice(start_.variables) && !unify_functions()) return false;

  bool again = false;
  for (size_t k = 0; k < start_.variables.size(); ++k) {
    if (k >= after_.variables.size() || after_.variables[k].kind != start_.variables[k].kind) {
      throw Error(ErrorKind::staging_error, "the structure of the variables changes in the loop", location_);
    }
    check_leaf(start_.variables[k], after_.variables[k], before_.variables[k], types_[k], again);
  }
  if (after_.variables.size() != start_.variables.size()) {
    throw Error(ErrorKind::staging_error, "the structure of the variables changes in the loop", location_);
  }
  return !again;
}

bool LoopRecorder::keeps_types() const {
  for (size_t k = 0; k < before_.variables.size(); ++k) {
    const Leaf& before = before_.variables[k];
    if (before.kind != Leaf::Kind::Tensor) continue;
    if (after_.variables[k].tensor.impl() == start_.variables[k].tensor.impl()) continue;
    if (before.list || !before.tensor.defined() || types_[k].optional || types_[k].integer) return false;
    if (!(type_of(before.tensor).shape == types_[k].type.shape)) return false;
  }
  return true;
}

bool LoopRecorder::unify_functions() {
  std::vector<PathLeaves> paths{{before_.variables, trace_.graph().block(body_block_).parent},
                                {after_.variables, body_block_}};
  unify_choices(trace_, paths, location_);
  after_.variables = std::move(paths[1].leaves);
  if (same_choices(paths[0].leaves, before_.variables)) return true;
  before_.variables = std::move(paths[0].leaves);
  load_state(state_, before_);
  before_ = save_state(state_);
  types_.clear();
  add_types();
  return false;
}

bool LoopRecorder::assume_known() {
  bool assumed = false;
  for (size_t k = 0; k < before_.variables.size(); ++k) {
    const Leaf& leaf = before_.variables[k];
    if (leaf.kind != Leaf::Kind::Number || !leaf.number.is_host() || types_[k].known || types_[k].changes) continue;
    types_[k].known = assumed = true;
  }
  return assumed;
}

void LoopRecorder::check_leaf(const Leaf& start, const Leaf& after, Leaf& before, CarriedType& type, bool& again) {
  if (start.kind == Leaf::Kind::Host) {
    if (start.host != after.host && (!start.same || !start.same(start.host.get(), after.host.get()))) {
      throw Error(ErrorKind::staging_error, "host variable " + quoted_name(start.name) + " changes in a staged loop",
                  location_,
                  {"a tensor decides how often the loop runs, so the value is known only when the graph runs; " +
                   remedy_of(start)});
    }
    return;
  }
  if (type.known && !after.number.same(start.number)) {
    type.known = false;
    type.changes = again = true;
  }
  // A pointer was given further variables in the body, which may be its targets from the first statement on.
  if (start.kind == Leaf::Kind::Number && start.same && !start.same(start.host.get(), after.host.get())) {
    before.host = after.host;
    again = true;
  }
  if (start.kind != Leaf::Kind::Tensor) return;
  if (!type.carried) {
    // The variable has no value before the loop. If the body always sets it before reading it, its initial value is
    // undefined. Otherwise the previous value and its definedness must be carried, so the body is traced again with
    // both.
    if (!after.tensor.defined()) return;
    if (!trace_.is_available(after.tensor, body_block_)) return;
    if (start.list) {  // an empty list before the loop
      before.tensor = empty_list_like(type_of(after.tensor));
      type.type = type_of(before.tensor);
      type.carried = again = true;
      return;
    }
    const Staged<bool> defined = definedness(after.tensor);
    type.type = type_of(after.tensor);
    type.exact = is_rounded(*after.tensor.impl());
    if (type.stated) {
      invariants_.check_after(start, after.tensor, *type.stated);
      type.type.shape = *type.stated;
    }
    if (defined.is_host() && defined.value() && !passed_undefined_) return;
    type.carried = true;
    type.optional = true;
    again = true;
    return;
  }
  if (!after.tensor.defined()) {  // the iteration resets the variable, so its definedness is carried too
    again = !type.optional;
    type.optional = true;
    return;
  }
  if (!trace_.is_available(after.tensor, body_block_)) {
    throw Error(ErrorKind::staging_error,
                quoted_name(start.name) + " was computed inside a branch that has ended and is carried by the loop",
                location_);
  }
  if (check_mixed(start, after, before, type, again)) return;
  adapt_dtype(start, after, before, type, again);
  if (type.exact != (type.type.weak && (type.exact || is_rounded(*after.tensor.impl())))) {
    type.exact = !type.exact;
    again = true;
  }
  if (type.stated) return invariants_.check_after(start, after.tensor, *type.stated);
  const ir::TensorType next = type_of(after.tensor);
  const Shape joined = ir::join_shapes(type.type.shape, next.shape);
  if (!(joined == type.type.shape)) {
    type.type.shape = joined;
    again = true;
  }
}

void LoopRecorder::adapt_dtype(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type,
                               bool& again) {
  const ir::TensorType next = type_of(after.tensor);
  if (next.dtype == type.type.dtype) {
    if (type.type.weak && !next.weak) {
      type.type.weak = false;
      again = true;
    }
    return;
  }
  DType dtype;
  bool weak;
  const bool same_class = meet(type.type, next, dtype, weak);
  if (same_class && dtype == type.type.dtype) return;  // the new value is a number that takes the old dtype
  // The initial value is a number. It takes the dtype of the iterations if no node has computed with it before.
  const bool takes =
      type.type.weak && (same_class || !used_as_number(trace_.graph(), start.tensor.impl()->symbol->value));
  if (!takes) {
    throw Error(ErrorKind::staging_error,
                quoted_name(start.name) + " is " + std::string(ag::name(type.type.dtype)) + " before the iteration" +
                    place_of(before.tensor) + " and " + std::string(ag::name(next.dtype)) + " after it" +
                    place_of(after.tensor),
                location_,
                {"a loop that a tensor controls needs one dtype for each of its variables; give the initial value that "
                 "dtype, or cast inside the loop with ag::astype"});
  }
  type.type.dtype = same_class ? dtype : next.dtype;
  type.type.weak = weak && same_class;
  again = true;
}

bool LoopRecorder::record() {
  ir::Graph& graph = trace_.graph();
  head_ = start_;
  out_ = before_;
  state_.settle(out_, after_);
  carry_variables();
  carry_exits();
  std::map<ir::ValueId, ir::ValueId> unchanged;
  for (const auto& [argument, value] : replaced_) {
    unchanged.emplace(argument.impl()->symbol->value, trace_.value_of_passed(value, location_));
  }
  trace_.settle(body_block_, unchanged);

  // The block of the body has exactly the carried values as arguments, in order.
  std::vector<ir::ValueId> initial, arguments, next;
  std::vector<ir::TensorType> types;
  {
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    for (const Carried& value : carried_) next.push_back(trace_.value_of_passed(unreplaced(value.next), location_));
  }
  for (const Carried& value : carried_) {
    initial.push_back(trace_.value_of_passed(value.initial, location_));
    arguments.push_back(value.argument.impl()->symbol->value);
    types.push_back(graph.value(arguments.back()).type);
  }
  graph.block(body_block_).arguments = arguments;
  graph.block(body_block_).results = std::move(next);

  // The block of the test has the same state with its own arguments.
  const tracing::Trace::BlockScope scope(trace_);
  const ir::BlockId test_block = scope.block();
  std::vector<Tensor> test_arguments;
  for (size_t k = 0; k < carried_.size(); ++k) {
    test_arguments.push_back(trace_.add_argument(test_block, types[k], graph.value(arguments[k]).name, location_));
  }
  auto in_test = [&](const Tensor& symbol) -> Tensor {
    for (size_t k = 0; k < carried_.size(); ++k) {
      if (symbol.impl()->symbol->value == arguments[k]) return test_arguments[k];
    }
    return symbol;
  };
  for (size_t k = 0; k < head_.variables.size(); ++k) {
    Leaf& leaf = head_.variables[k];
    if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host() && !is_live(leaf.number)) {
      leaf.number.id = stage(in_test(staged_symbol(leaf.number.id, location_)));
    }
    if (leaf.kind != Leaf::Kind::Tensor || !leaf.tensor.defined() || !leaf.tensor.impl()->is_symbol()) continue;
    if (types_[k].integer) {
      const ops::MixedValue parts = ops::mixed_value(leaf.tensor);
      const Tensor& floating = types_[k].exact ? parts.floating.impl()->symbol->exact : parts.floating;
      leaf.tensor = ops::make_mixed(
          {in_test(parts.is_integer), in_test(parts.integer), received(in_test(floating), types_[k]), parts.exact},
          types_[k].why, location_);
      continue;
    }
    const Tensor& carried = types_[k].exact ? leaf.tensor.impl()->symbol->exact : leaf.tensor;
    Tensor argument = in_test(carried);
    if (argument.impl() == carried.impl()) {  // not carried: the value from before the loop
      leaf.tensor = before_.variables[k].tensor;
      continue;
    }
    argument = received(argument, types_[k]);
    const Tensor& defined = leaf.tensor.impl()->symbol->defined;
    if (defined.defined()) argument.impl()->symbol->defined = in_test(defined);
    leaf.tensor = argument;
  }
  Flag stop;
  for (const auto& [carried, exit] : stops_) stop = stop || Flag(flag_of(test_arguments[carried]));
  for (Leaf& leaf : head_.exits) set_exit_flag(leaf, Staged<bool>(false));
  load_state(state_, head_);
  const SavedState head = save_state(state_);
  const Staged<bool> more = and_then(Predicate(!stop, location_), test_);
  if (graph.has_effects_in(test_block) || states_differ(head, save_state(state_))) return false;
  graph.block(test_block).results = {trace_.value_of(flag_tensor(more, location_), location_)};

  // `scope` still selects the test block; the node belongs to its parent.
  const ir::NodeId node = graph.append(graph.block(test_block).parent, ops::def(ops::Op::while_loop),
                                       std::move(initial), {}, std::move(types), location_, {test_block, body_block_});
  results_ = graph.node(node).results;
  for (size_t k = 0; k < carried_.size(); ++k) graph.value(results_[k]).name = carried_[k].name;
  return true;
}

Loop record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body, Recorded recorded) {
  CarriedCells carried(state);
  return LoopRecorder(carried, test, body).run(recorded);
}

}  // namespace ag::detail
