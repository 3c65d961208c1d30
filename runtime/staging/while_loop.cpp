#include "staging/while_loop.h"

#include <algorithm>
#include <functional>
#include <map>

#include "ag/ops.h"
#include "ops/table.h"
#include "staging/branch.h"
#include "staging/cells.h"
#include "staging/invariants.h"
#include "staging/loop_body.h"

namespace ag::detail {

namespace {

/// A carried value: what it starts with, its argument of the body, and what the body makes of it.
struct Carried {
  Tensor initial;
  Tensor argument;
  Tensor next;
  std::string name;
  std::function<void(const Tensor& result)> set;  // what becomes of it after the loop
};

/// A variable of the state that is a tensor, while the types of the loop are being found.
struct CarriedType {
  bool carried = false;           // has a value before the loop, or was found to get one inside
  bool optional = false;          // has none before the loop: a flag says whether it has one
  const Shape* stated = nullptr;  // its shape, by the options of the loop
  ir::TensorType type;
};

class LoopRecorder {
 public:
  LoopRecorder(CarriedCells& state, FunctionRef<Predicate()> test, FunctionRef<void()> body)
      : trace_(*tracing::current()),
        state_(state),
        test_(test),
        body_(body),
        location_(state.location()),
        invariants_(state) {}

  Loop run(bool optional);

 private:
  void add_types();
  /// One attempt with the types found so far. False: a type had to be generalised.
  bool trace_body();
  void check_leaf(const Leaf& start, const Leaf& after, Leaf& before, CarriedType& type, bool& again);
  void adapt_dtype(const Leaf& start, const Leaf& after, const Leaf& before, CarriedType& type, bool& again);
  void carry_variables();
  void carry_exits();
  void carry_tensor(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after, CarriedType& type);
  void carry_number(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after);
  void carry_flag(const Staged<bool>& initial, const Staged<bool>& argument, const Staged<bool>& next,
                  std::function<void(const Staged<bool>&)> set);
  /// The argument was found to be the same in every iteration: the body uses the value from outside.
  void replace_argument(const Tensor& argument, const Tensor& initial);
  void carry_slot(Leaf& out, const Leaf& after);
  /// What stands for a tensor that is an argument which was replaced.
  Tensor unreplaced(const Tensor& tensor) const;
  /// False: the test writes variables of the state, or has effects.
  bool record();

  tracing::Trace& trace_;
  CarriedCells& state_;
  FunctionRef<Predicate()> test_;
  FunctionRef<void()> body_;
  SourceLocation location_;
  ShapeInvariants invariants_;

  SavedState before_, start_, after_;
  std::vector<CarriedType> types_;
  bool passed_undefined_ = false;
  ir::BlockId body_block_ = ir::kNone;
  SavedState head_, out_;  // the state at the test, and after the loop
  std::vector<Carried> carried_;
  std::vector<std::pair<Tensor, Tensor>> replaced_;  // arguments that never change, and what they are
  std::vector<std::pair<size_t, size_t>> stops_;     // (index of the carried value, unused) of each exit
};

void LoopRecorder::add_types() {
  for (size_t k = types_.size(); k < before_.variables.size(); ++k) {
    const Leaf& leaf = before_.variables[k];
    CarriedType type;
    type.stated = invariants_.find(leaf);
    if (leaf.kind == Leaf::Kind::Tensor && leaf.tensor.defined()) {
      type.carried = true;
      type.type = type_of(leaf.tensor);
      type.optional = !definedness(leaf.tensor).is_host();
      if (type.stated) type.type.shape = *type.stated;
    }
    types_.push_back(type);
  }
}

Loop LoopRecorder::run(bool optional) {
  before_ = save_state(state_);
  StateGuard guard(state_, before_);
  invariants_.check_before(before_.variables);
  add_types();
  constexpr int kAttempts = 12;  // each generalises at least one type; shapes have few steps to go
  for (int attempt = 0;; ++attempt) {
    if (attempt == kAttempts) {
      throw Error(ErrorKind::shape_error, "the types of the variables that the loop carries do not settle", location_);
    }
    if (trace_body()) break;
  }
  if (optional && std::ranges::all_of(after_.exits, [](const Leaf& leaf) { return exit_flag(leaf).is_host(); }))
    return Loop::OnHost;
  if (!record()) return Loop::TestWrites;
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
    if (leaf.kind == Leaf::Kind::Tensor && types_[k].carried) {
      leaf.tensor = trace_.add_argument(body_block_, types_[k].type, leaf.name, location_);
      leaf.host.reset();  // of a list: its length is not known here
      if (types_[k].optional) {
        leaf.tensor.impl()->symbol->defined =
            trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
      }
    } else if (leaf.kind == Leaf::Kind::Number) {
      const ir::TensorType type{leaf.number.dtype, Shape(), false};
      leaf.number = {0, stage(trace_.add_argument(body_block_, type, leaf.name, location_)), type.dtype};
    }
  }
  for (Leaf& leaf : start_.exits) {  // a loop body starts with every exit unset
    set_exit_flag(leaf, Staged<bool>(false));
    leaf.host.reset();
    leaf.inner.clear();
  }
  load_state(state_, start_);
  const size_t first_node = trace_.graph().node_count();
  after_ = run_branch(body_, location_) ? save_state(state_) : start_;
  passed_undefined_ = passes_undefined(trace_.graph(), first_node);
  load_state(state_, before_);
  // A variable outside of the function that the body writes is carried from now on.
  if (state_.extend(start_, after_)) {
    before_ = save_state(state_);
    add_types();
    return false;
  }

  bool again = false;
  for (size_t k = 0; k < start_.variables.size(); ++k) {
    if (k >= after_.variables.size() || after_.variables[k].kind != start_.variables[k].kind) {
      throw Error(ErrorKind::type_error, "the structure of the variables changes in the loop", location_);
    }
    check_leaf(start_.variables[k], after_.variables[k], before_.variables[k], types_[k], again);
  }
  if (after_.variables.size() != start_.variables.size()) {
    throw Error(ErrorKind::type_error, "the structure of the variables changes in the loop", location_);
  }
  return !again;
}

void LoopRecorder::check_leaf(const Leaf& start, const Leaf& after, Leaf& before, CarriedType& type, bool& again) {
  if (start.kind == Leaf::Kind::Host) {
    if (start.host != after.host && (!start.same || !start.same(start.host.get(), after.host.get()))) {
      throw Error(ErrorKind::type_error, "host variable " + quoted(start.name) + " changes in a staged loop", location_,
                  {"a tensor decides how often the loop runs, so the value is known only when the graph runs; " +
                   remedy_of(start)});
    }
    return;
  }
  if (start.kind != Leaf::Kind::Tensor) return;
  if (!type.carried) {
    // It has no value before the loop. If the body surely gives it one, and reads none before, it starts as nothing;
    // else the old value and whether there is one have to be carried, so the body is traced again with both.
    if (!after.tensor.defined()) return;
    if (!trace_.is_available(after.tensor, body_block_)) return;
    if (start.list) {  // without elements before the loop
      before.tensor = empty_list_like(type_of(after.tensor));
      type.type = type_of(before.tensor);
      type.carried = again = true;
      return;
    }
    const Staged<bool> defined = definedness(after.tensor);
    type.type = type_of(after.tensor);
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
  if (!after.tensor.defined()) {  // the iteration takes the value away: whether there is one is carried, too
    again = !type.optional;
    type.optional = true;
    return;
  }
  if (!trace_.is_available(after.tensor, body_block_)) {
    throw Error(ErrorKind::type_error,
                quoted(start.name) + " was computed inside a branch that has ended and is carried by the loop",
                location_);
  }
  adapt_dtype(start, after, before, type, again);
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
  // The value before the loop is a number: it takes the dtype that the iterations give it, if nothing computed with it
  // before.
  const bool takes =
      type.type.weak && (same_class || !used_as_number(trace_.graph(), start.tensor.impl()->symbol->value));
  if (!takes) {
    throw Error(ErrorKind::type_error,
                quoted(start.name) + " is " + std::string(ag::name(type.type.dtype)) + " before the iteration" +
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

void LoopRecorder::carry_tensor(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after,
                                CarriedType& type) {
  if (type.optional && !before.tensor.defined() && after.tensor.impl() != start.tensor.impl()) {
    const Symbol& argument = *start.tensor.impl()->symbol;
    const auto used = [this](const Symbol& one) { return trace_.graph().is_used(one.value); };
    type.carried = used(argument) || used(*argument.defined.impl()->symbol);  // else something else met no value
  }
  if (!type.carried && !after.tensor.defined()) return;
  if (!type.carried && !trace_.is_available(after.tensor, body_block_)) {
    out.tensor =
        unusable(type_of(after.tensor),
                 quoted(after.name) + " was computed inside a branch or loop body that has ended and has no value here",
                 location_);
    return;
  }
  if (type.carried && after.tensor.impl() == start.tensor.impl()) {
    // Unchanged: the body may as well use the value from outside.
    replace_argument(start.tensor, cast_to(before.tensor, type.type.dtype, location_));
    if (type.optional) {
      replace_argument(start.tensor.impl()->symbol->defined, flag_tensor(definedness(before.tensor), location_));
    }
    return;
  }
  Carried carried;
  carried.name = after.name;
  if (type.carried) {
    carried.argument = start.tensor;
    carried.initial = before.tensor.defined() ? cast_to(before.tensor, type.type.dtype, location_)
                                              : undefined_value(type.type, location_);
  } else {
    carried.argument = trace_.add_argument(body_block_, type.type, after.name, location_);
    carried.initial = undefined_value(type.type, location_);
    head.tensor = carried.argument;
  }
  {
    const tracing::Trace::BlockScope scope(trace_, body_block_);
    carried.next = after.tensor.defined() ? cast_to(after.tensor, type.type.dtype, location_)
                                          : undefined_value(type.type, location_);
  }
  out.host.reset();
  carried.set = [&out](const Tensor& result) { out.tensor = result; };
  carried_.push_back(carried);

  if (type.carried && !type.optional) return;
  const Staged<bool> defined_before = definedness(before.tensor);
  Staged<bool> argument;
  if (type.carried) {
    argument = flag_of(start.tensor.impl()->symbol->defined);
  } else {
    Tensor flag = trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
    head.tensor.impl()->symbol->defined = flag;
    argument = flag_of(flag);
  }
  carry_flag(defined_before, argument, definedness(after.tensor), [&out](const Staged<bool>& flag) {
    if (!flag.is_host()) out.tensor.impl()->symbol->defined = flag.tensor();
  });
}

void LoopRecorder::replace_argument(const Tensor& argument, const Tensor& initial) {
  trace_.graph().replace_uses(argument.impl()->symbol->value, trace_.value_of_passed(initial, location_));
  replaced_.emplace_back(argument, initial);
}

Tensor LoopRecorder::unreplaced(const Tensor& tensor) const {
  for (const auto& [argument, initial] : replaced_) {
    if (tensor.impl()->is_symbol() && argument.impl()->symbol->value == tensor.impl()->symbol->value) return initial;
  }
  return tensor;
}

void LoopRecorder::carry_number(const Leaf& start, Leaf& head, Leaf& out, const Leaf& before, const Leaf& after) {
  const Tensor argument = staged_symbol(start.number.id, location_);
  if (after.number.same(start.number)) {
    head.number = before.number;
    replace_argument(argument, number_tensor(before.number, location_));
    return;
  }
  Carried carried;
  carried.name = after.name;
  carried.initial = number_tensor(before.number, location_);
  carried.argument = argument;
  carried.next = number_tensor(after.number, location_);
  if (!trace_.is_available(carried.next, body_block_)) {
    throw Error(ErrorKind::type_error,
                quoted(start.name) + " was computed inside a branch that has ended and is carried by the loop",
                location_);
  }
  carried.set = [&out, dtype = after.number.dtype](const Tensor& result) { out.number = {0, stage(result), dtype}; };
  carried_.push_back(std::move(carried));
}

void LoopRecorder::carry_flag(const Staged<bool>& initial, const Staged<bool>& argument, const Staged<bool>& next,
                              std::function<void(const Staged<bool>&)> set) {
  Carried carried;
  carried.initial = flag_tensor(initial, location_);
  carried.argument = flag_tensor(argument, location_);
  carried.next = flag_tensor(next, location_);
  carried.set = [set = std::move(set)](const Tensor& result) { set(flag_of(result)); };
  carried_.push_back(std::move(carried));
}

void LoopRecorder::carry_slot(Leaf& out, const Leaf& after) {
  // What is returned has no value before an iteration returns it; `flag` says whether one did.
  out.host = after.host;
  out.same = after.same;
  out.inner = after.inner;
  for (size_t k = 0; k < after.inner.size(); ++k) {
    const Leaf& leaf = after.inner[k];
    if (leaf.kind == Leaf::Kind::Number && !leaf.number.is_host()) {
      const ir::TensorType type{leaf.number.dtype, Shape(), false};
      Carried carried;
      carried.initial = undefined_value(type, location_);
      carried.argument = trace_.add_argument(body_block_, type, {}, location_);
      carried.next = number_tensor(leaf.number, location_);
      carried.set = [&out, k, dtype = type.dtype](const Tensor& result) {
        out.inner[k].number = {0, stage(result), dtype};
      };
      carried_.push_back(std::move(carried));
    }
    if (leaf.kind != Leaf::Kind::Tensor) continue;
    if (!leaf.tensor.defined()) continue;
    Carried carried;
    ir::TensorType type = type_of(leaf.tensor);
    carried.initial = undefined_value(type, location_);
    carried.argument = trace_.add_argument(body_block_, type, {}, location_);
    carried.next = leaf.tensor;
    carried.set = [&out, k](const Tensor& result) { out.inner[k].tensor = result; };
    carried_.push_back(std::move(carried));
  }
}

void LoopRecorder::carry_variables() {
  for (size_t k = 0; k < after_.variables.size(); ++k) {
    const Leaf& after = after_.variables[k];
    const Leaf& start = start_.variables[k];
    if (after.kind == Leaf::Kind::Tensor) {
      carry_tensor(start, head_.variables[k], out_.variables[k], before_.variables[k], after, types_[k]);
    } else if (after.kind == Leaf::Kind::Number) {
      carry_number(start, head_.variables[k], out_.variables[k], before_.variables[k], after);
    }
  }
}

void LoopRecorder::carry_exits() {
  for (size_t k = 0; k < after_.exits.size(); ++k) {
    const Leaf& after = after_.exits[k];
    Leaf& out = out_.exits[k];
    const Staged<bool> taken = exit_flag(after);
    if (taken.is_host() && !taken.value()) continue;  // never taken
    Tensor argument = trace_.add_argument(body_block_, {DType::boolean, Shape(), false}, {}, location_);
    set_exit_flag(head_.exits[k], flag_of(argument));
    stops_.emplace_back(carried_.size(), k);
    carry_flag(Staged<bool>(false), flag_of(argument), taken,
               [&out](const Staged<bool>& flag) { set_exit_flag(out, flag); });
    if (after.kind == Leaf::Kind::Slot) carry_slot(out, after);
  }
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

  // The block of the body: exactly the carried values, in order.
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

  // The block of the test: the same state with arguments of its own.
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
    Tensor argument = in_test(leaf.tensor);
    if (argument.impl() == leaf.tensor.impl()) {  // not carried: as before the loop
      leaf.tensor = before_.variables[k].tensor;
      continue;
    }
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

  // scope still names the test block: the node belongs to the block around it.
  const ir::NodeId node = graph.append(graph.block(test_block).parent, ops::def(ops::Op::while_loop),
                                       std::move(initial), {}, std::move(types), location_, {test_block, body_block_});
  const std::vector<ir::ValueId> results = graph.node(node).results;
  for (size_t k = 0; k < carried_.size(); ++k) {
    graph.value(results[k]).name = carried_[k].name;
    carried_[k].set(trace_.symbol_of(results[k], location_));
  }
  return true;
}

}  // namespace

Loop record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body, bool optional) {
  CarriedCells carried(state);
  return LoopRecorder(carried, test, body).run(optional);
}

}  // namespace ag::detail
