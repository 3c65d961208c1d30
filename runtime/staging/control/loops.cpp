/// Staged loops: decides which run on the host while tracing and which become while_loop nodes.
#include "ag/staging/loops.h"

#include <algorithm>
#include <bit>
#include <limits>

#include "ag/index.h"
#include "ag/ops.h"
#include "ops/define.h"
#include "ops/dimension.h"
#include "staging/control/branch.h"
#include "staging/control/long_loops.h"
#include "staging/control/rehearsal.h"
#include "staging/control/while_loop.h"

namespace ag::detail {

namespace {

/// A state with one more variable, which the operator itself carries.
template <class T>
class WithVariable final : public StateBase {
 public:
  WithVariable(const StateBase& state, T& variable, const char* name)
      : StateBase(state), state_(state), variable_(variable), name_(name) {}
  void save_variables(Leaves& out) const override {
    state_.save_variables(out);
    save(variable_, name_, out);
  }
  void save_exits(Leaves& out) const override { state_.save_exits(out); }
  void load_variables(LeafReader& in) const override {
    state_.load_variables(in);
    load(variable_, in);
  }
  void load_exits(LeafReader& in) const override { state_.load_exits(in); }
  Flag stopped() const override { return state_.stopped(); }

 private:
  const StateBase& state_;
  T& variable_;
  const char* name_;
};

Predicate not_stopped(const Flag& stopped, const StateBase& state) {
  return Predicate(static_cast<const Staged<bool>&>(!stopped), state.location());
}

/// Runs `body` if no exit was taken; records it under that condition if the exits are symbolic.
void unless_stopped(const StateBase& state, FunctionRef<void()> body) {
  const Flag stopped = state.stopped();
  if (!stopped.is_host()) {
    trace_if(not_stopped(stopped, state), state, body, [] {});
  } else if (!stopped.value()) {
    body();
  }
}

/// The result of a loop test, found by tracing it once speculatively.
struct Probe {
  Staged<bool> value;
  bool changes = false;  // the test writes the state or has effects
  bool raises = false;   // the test always throws
  size_t state_size = 0;
};

Probe probe(const StateBase& state, FunctionRef<Predicate()> test, SourceLocation location) {
  const Rehearsal rehearsal(state);
  Probe result;
  result.raises = !run_branch([&] { result.value = test().value(); }, location);
  result.changes = rehearsal.has_effects() || rehearsal.changes_state();
  result.state_size = rehearsal.state_size();
  return result;
}

/// Selects the iterations of a host loop before which its test is probed, and those before which recording the loop is
/// considered. Both copy the state, which may be a large table of numbers. The schedule bounds the copies of such a
/// state to a few for the whole loop.
class ProbeSchedule {
 public:
  void note_size(size_t leaves) { is_small_ = leaves <= kSmall; }
  /// Most tests that become symbolic do so in the first iterations.
  bool is_probed(int count) const {
    const bool doubled = std::has_single_bit(static_cast<unsigned>(count));
    return count <= 1 || long_loops_are_asked(count) || (is_small_ && (count <= kFirst || doubled));
  }

 private:
  static constexpr size_t kSmall = 64;
  static constexpr int kFirst = 8;
  bool is_small_ = true;
};

/// Sets `more`, a variable of `carried`, to the result of the test at the end of an iteration. The test does not run if
/// an exit was taken.
void decide_next(const StateBase& carried, Flag& more, FunctionRef<Predicate()> test) {
  const Flag stopped = carried.stopped();
  if (stopped.is_host()) {
    more = stopped.value() ? Flag() : Flag(test().value());
  } else {
    trace_if(not_stopped(stopped, carried), carried, [&] { more = Flag(test().value()); }, [&] { more = false; });
  }
}

/// Records a loop that continues while `more` is set; `iteration` runs before the test that sets it again. A test that
/// writes variables or has effects thus runs once before the loop and once at the end of each iteration. Its effects
/// happen exactly as often as in plain code. Returns false as `record_while` does.
bool record_carried_test(const StateBase& state, Flag more, FunctionRef<void()> iteration,
                         FunctionRef<Predicate()> test, Recorded recorded = Recorded::All) {
  const WithVariable<Flag> carried(state, more, "");
  const Loop loop = record_while(
      carried, [&] { return Predicate(static_cast<const Staged<bool>&>(more), state.location()); },
      [&] {
        iteration();
        decide_next(carried, more, test);
      },
      recorded);
  return loop == Loop::Recorded;
}

/// Records a loop whose test has not run yet. That the test writes variables may become visible only when the loop has
/// made its numbers symbolic; the loop then carries the result of the test.
bool record_loop(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> iteration,
                 Recorded recorded = Recorded::All) {
  const Loop loop = record_while(state, test, iteration, recorded);
  if (loop != Loop::TestWrites) return loop == Loop::Recorded;
  const Flag first(test().value());
  return record_carried_test(state, first, iteration, test, recorded);
}

/// Records a loop that the host could count. Returns false, with the state restored, if the body needs host values.
bool record_counted(const StateBase& state, FunctionRef<bool()> record) {
  tracing::Trace& trace = *tracing::current();
  const SavedState before = save_state(state);
  const std::exception_ptr refused = trace.refused();
  try {
    return record();
  } catch (const Error&) {
    load_state(state, before);
    trace.forgive(refused);
    return false;
  }
}

}  // namespace

void trace_for(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> step,
               FunctionRef<void()> body, bool can_stop) {
  auto iteration = [&] {
    body();
    unless_stopped(state, step);
  };
  ProbeSchedule schedule;
  bool may_be_long = LongLoops::are_recorded(HostLoops::Long);
  for (int count = 0;; ++count) {
    const Flag stopped = state.stopped();
    if (host_condition(stopped)) return;
    if (!stopped.is_host()) {
      trace_if(not_stopped(stopped, state), state, [&] { record_loop(state, test, iteration); }, [] {});
      return;
    }
    if (!can_stop && !schedule.is_probed(count)) {
      const Flag more(test().value());
      if (more.is_host() && !more.value()) return;
      if (!more.is_host()) {
        record_carried_test(state, more, iteration, test);
        return;
      }
      iteration();
      continue;
    }
    Probe found = probe(state, test, state.location());
    schedule.note_size(found.state_size);
    if (found.raises) test();
    if (!found.value.is_host()) {
      if (found.changes)
        record_carried_test(state, Flag(test().value()), iteration, test);
      else
        record_loop(state, test, iteration);
      return;
    }
    // The test is known: run the iteration on the host. The test may become symbolic later.
    if (found.changes) found.value = test().value();
    if (!found.value.value()) return;
    const auto record_carried = [&](Recorded recorded) {
      return record_carried_test(state, Flag(found.value), iteration, test, recorded);
    };
    const HostLoop loop = may_be_long ? host_loop(state, test, step, iteration, count, can_stop) : HostLoop();
    if (loop.kind != HostLoops::None) {
      may_be_long = false;
      const auto record = [&](HostLoops kind) {
        const Recorded which = kind == HostLoops::Long ? Recorded::All : Recorded::KeepingTypes;
        const bool recorded = record_counted(state, [&] {
          return found.changes ? record_carried(which) : record_while(state, test, iteration, which) == Loop::Recorded;
        });
        if (recorded && loop.after) load_numbers(state, *loop.after);
        if (recorded) LongLoops::note_recorded(kind);
        return recorded;
      };
      if (record(loop.kind) || (loop.may_grow && record(HostLoops::Long))) return;
    }
    const Recorded which = Recorded::WithExits;
    if (can_stop && (found.changes ? record_carried(which) : record_loop(state, test, iteration, which))) return;
    iteration();
  }
}

void trace_do(const StateBase& state, FunctionRef<void()> body, FunctionRef<Predicate()> test) {
  record_carried_test(state, Flag(Staged<bool>(true)), body, test);
}

void check_options(const LoopOptions& options, SourceLocation location) {
  if (options.maximum_iterations < 0)
    throw Error(ErrorKind::invalid_argument, "the maximum of the iterations of a loop is negative", location);
  if (options.parallel_iterations < 1)
    throw Error(ErrorKind::invalid_argument, "a loop needs at least 1 parallel iteration", location);
}

void count_iteration(Staged<int64_t>& count, const LoopOptions& options, SourceLocation location) {
  const int64_t most = options.maximum_iterations;
  if (most == std::numeric_limits<int64_t>::max()) return;
  const std::string message =
      "the loop goes on after " + std::to_string(most) + " iterations, the maximum that its options state";
  const Staged<bool> more = count < most;
  if (!more.is_host()) {
    check_items(CheckCondition(more, location), message, {});
  } else if (!more.value()) {
    throw Error(ErrorKind::failed_check, message, location);
  }
  count = count + int64_t{1};
}

Tensor row_count(const Tensor& x, SourceLocation location) {
  const Shape shape = x.shape(location);
  if (shape.ranked() && shape.empty()) {
    throw Error(ErrorKind::shape_error, "a loop over the rows of a tensor needs at least one axis, it has rank 0",
                location);
  }
  return ops::dimension(x, 0, location);
}

Tensor row_at(const Tensor& x, const Tensor& number, SourceLocation location) {
  const Index at(number, location);
  return index(x, std::span<const Index>(&at, 1));
}

std::vector<Tensor> rows_of(const Tensor& x, SourceLocation location) {
  std::vector<Tensor> rows;
  const int64_t count = x.shape(0, location);
  for (int64_t k = 0; k < count; ++k) {
    const Index at(k, location);
    rows.push_back(index(x, std::span<const Index>(&at, 1)));
  }
  return rows;
}

Tensor element_count(const TensorRange& range, SourceLocation location) {
  if (is_floating(range.start().dtype())) {
    throw Error(ErrorKind::type_error, "a range of floating-point numbers is numbered or zipped here", location,
                {"run over a range of integers, and compute the numbers from those: adding the step again and again "
                 "rounds in each step"});
  }
  const auto as_int64 = [&](const Tensor& bound) { return astype(TensorArg(bound, location), DType::int64); };
  const Tensor start = as_int64(range.start()), stop = as_int64(range.stop()), step = as_int64(range.step());
  const Tensor none = equal(TensorArg(step, location), 0);  // a zero step makes the range empty
  const Tensor divisor = where(TensorArg(none, location), 1, TensorArg(step, location));
  // The distance divided by the step, rounded up.
  const Tensor steps = negative(floor_divide(subtract(TensorArg(start, location), stop), divisor));
  return where(TensorArg(none, location), 0, maximum(TensorArg(steps, location), 0));
}

Tensor element_at(const TensorRange& range, const Tensor& number, SourceLocation location) {
  const Tensor steps = astype(TensorArg(number, location), range.start().dtype());
  return add(TensorArg(range.start(), location), multiply(TensorArg(steps, location), range.step()));
}

Tensor least(const Tensor& a, const Tensor& b, SourceLocation location) {
  return minimum(TensorArg(a, location), TensorArg(b, location));
}

void trace_count(const Tensor& count, const StateBase& state, FunctionRef<void(const Tensor&)> body) {
  const SourceLocation location = state.location();
  Tensor number = scalar_tensor(scalar_of(int64_t{0}), DType::int64);
  const WithVariable<Tensor> carried(state, number, "");
  record_while(
      carried, [&] { return Predicate(less(TensorArg(number, location), TensorArg(count, location)), location); },
      [&] {
        const Tensor at = number;
        body(at);
        number = add(TensorArg(at, location), TensorArg(1, location));
      });
}

void trace_range(const TensorRange& range, const StateBase& state, FunctionRef<void(const Tensor&)> body) {
  const SourceLocation location = state.location();
  Tensor at = range.start();
  const WithVariable<Tensor> carried(state, at, "");
  record_while(
      carried, [&] { return Predicate(range.contains(at, location), location); },
      [&] {
        body(at);
        at = add(TensorArg(at, location), TensorArg(range.step(), location));
      });
}

bool trace_iteration(const StateBase& state, FunctionRef<void()> body) {
  if (host_condition(state.stopped())) return false;
  unless_stopped(state, body);
  return true;
}

}  // namespace ag::detail

namespace ag {

Predicate always(SourceLocation location) {
  tracing::Trace* trace = tracing::current();
  if (!trace) return Predicate(true, location);
  const Tensor constant = detail::scalar_tensor(detail::scalar_of(true), DType::boolean);
  return Predicate(detail::flag_of(trace->symbol_of(trace->value_of(constant, location), location)), location);
}

TensorRange::TensorRange(const TensorArg& start, const TensorArg& stop, const TensorArg& step) {
  const ir::OpDef& op = ops::def(ops::Op::arange);
  const SourceLocation location = stop.location();
  std::array<const TensorArg*, 3> bounds{&start, &stop, &step};
  std::array<Tensor, 3> values;
  ops::promote(ir::Operands::Arithmetic, bounds, values, op, location);
  for (const Tensor& value : values) {
    if (value.impl()->shape.ranked() && value.impl()->shape.rank() != 0) {
      throw Error(ErrorKind::shape_error,
                  "range: a bound has shape " + value.impl()->shape.str() + ", a number is needed", location);
    }
  }
  start_ = values[0];
  stop_ = values[1];
  step_ = values[2];
  if (!step_.impl()->is_symbol() && step_.item<double>() == 0) {
    throw Error(ErrorKind::invalid_argument, "range: the step is 0", location);
  }
}

Tensor TensorRange::contains(const Tensor& at, SourceLocation location) const {
  const TensorArg element(at, location);
  if (!step_.impl()->is_symbol()) return step_.item<double>() > 0 ? less(element, stop_) : greater(element, stop_);
  const TensorArg step(step_, location);
  const Tensor upwards = logical_and(greater(step, 0), less(element, stop_));
  const Tensor downwards = logical_and(less(step, 0), greater(element, stop_));
  return logical_or(TensorArg(upwards, location), downwards);
}

TensorRange::Iterator& TensorRange::Iterator::operator++() {
  at_ = at_ + range_->step_;
  return *this;
}

bool TensorRange::Iterator::operator!=(const Iterator&) const { return static_cast<bool>(range_->contains(at_)); }

}  // namespace ag
