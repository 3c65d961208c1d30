/// Gradient tapes, over the graph of a trace or over the record of an eager computation.
#include <algorithm>
#include <optional>

#include "ag/gradient.h"
#include "grad/custom.h"
#include "grad/recording.h"
#include "grad/residuals.h"
#include "ops/define.h"
#include "staging/control/leaves.h"
#include "tensor/convert.h"
#include "tensor/variable_impl.h"

namespace ag::detail {

namespace {

using grad::Backward;
using grad::Gradients;
using grad::Recording;

bool has_gradient(const Tensor& tensor) { return is_floating(tensor.impl()->dtype); }
bool is_symbol(const Tensor& tensor) { return tensor.impl()->is_symbol(); }

const VariableImpl& used_variable(const ag::Variable& variable, SourceLocation location) {
  if (const VariableImpl* impl = VariableAccess::impl(variable)) return *impl;
  throw Error(ErrorKind::invalid_argument, "a variable is used that was never made", location);
}

void check_dtype(DType dtype, const char* what, SourceLocation location) {
  if (is_floating(dtype)) return;
  throw Error(ErrorKind::type_error,
              std::string("a gradient ") + what + " " + std::string(name(dtype)) +
                  " is asked for; only floating-point numbers have one",
              location, {"convert with ag::astype"});
}

[[noreturn]] void fail_unwatched(const std::string& what, const char* remedy, SourceLocation location) {
  throw Error(ErrorKind::invalid_argument, "the gradient is asked with respect to " + what + " that is not watched",
              location, {remedy});
}

}  // namespace

/// The watched values, in the graph of a trace or of a recording.
struct GradientScope::State {
  bool persistent = false;
  bool used = false;
  int questions = 0;  // number of open Question scopes, which have checked the use already
  SourceLocation location;
  std::shared_ptr<Recording> recording;  // null in a trace
  bool recording_is_on = false;
  uint64_t trace = 0;
  ir::NodeId since = 0;  // older nodes are ignored
  std::vector<ir::ValueId> watched;
  std::vector<const VariableImpl*> variables;  // watched explicitly; trainable variables are always watched

  State(bool keeps, SourceLocation where) : persistent(keeps), location(where) {
    if (const tracing::Trace* current = tracing::current()) {
      trace = current->id();
      since = static_cast<ir::NodeId>(const_cast<tracing::Trace*>(current)->graph().node_count());
    } else {
      recording = Recording::start();
      recording_is_on = true;
      since = static_cast<ir::NodeId>(recording->graph().node_count());
    }
  }
  ~State() { end(); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  void end() {
    if (std::exchange(recording_is_on, false)) recording->end();
  }
  void ask(SourceLocation where) {
    if (!std::exchange(used, true) || persistent) return;
    throw Error(ErrorKind::invalid_argument, "a gradient tape is asked for gradients twice", where,
                {"ask for all gradients at once, or make the tape with GradientTape tape(true)"});
  }
  ir::Graph& graph() { return recording ? recording->graph() : tracing::current()->graph(); }

  void check_place(SourceLocation where) const {
    const tracing::Trace* current = tracing::current();
    if (recording ? !current : current && current->id() == trace) return;
    throw Error(ErrorKind::invalid_argument, "a gradient tape is used in a function that is traced without it", where,
                {"make the tape in the function that uses it", "it was made at " + location.str()});
  }

  ir::ValueId value_of(const Tensor& tensor, SourceLocation where) const {
    static_cast<void>(detail::used(tensor, where));
    if (recording) return recording->value_of(tensor);
    if (!is_symbol(tensor)) return ir::kNone;
    const Tensor& exact = tensor.impl()->symbol->exact;
    return tracing::current()->value_of(exact.defined() ? exact : tensor, where);
  }
};

GradientScope::GradientScope(bool persistent, SourceLocation location)
    : state_(std::make_unique<State>(persistent, location)) {}
GradientScope::~GradientScope() = default;
GradientScope::GradientScope(GradientScope&&) noexcept = default;
GradientScope& GradientScope::operator=(GradientScope&&) noexcept = default;

Tensor GradientScope::argument(const Tensor& value) {
  State& state = *state_;
  static_cast<void>(used(value, state.location));
  if (!has_gradient(value)) return value;
  if (state.recording) {
    Tensor fresh = Recording::copy_of(value);
    if (state.recording->knows(value))
      state.recording->ran(ops::def(ops::Op::identity), {&value, 1}, {}, state.location, {&fresh, 1});
    state.watched.push_back(state.recording->watch(fresh));
    return fresh;
  }
  tracing::Trace& trace = *tracing::current();
  const auto named = [&](const Tensor& given) {
    Tensor fresh = trace.record(ops::def(ops::Op::identity), std::span(&given, 1), {}, state.location).front();
    state.watched.push_back(fresh.impl()->symbol->value);
    return fresh;
  };
  if (!is_rounded(*value.impl())) return named(value);
  // A number that float32 would round keeps its exact value, for use with float64.
  const TensorImpl& impl = *value.impl();
  const Tensor exact = impl.is_symbol() ? impl.symbol->exact : scalar_tensor(impl.scalar, kExact);
  return number_of_exact(named(exact), state.location);
}

void GradientScope::watch(const Tensor& tensor, SourceLocation location) {
  State& state = *state_;
  state.check_place(location);
  check_dtype(used(tensor, location).dtype, "of", location);
  if (state.recording) {
    state.watched.push_back(state.recording->watch(tensor));
  } else if (is_symbol(tensor)) {
    state.watched.push_back(state.value_of(tensor, location));
  } else {
    throw Error(ErrorKind::invalid_argument, "a tape watches a constant of the function that is traced", location,
                {"let it watch a variable of the program that is not const, or use ag::gradient"});
  }
}

void GradientScope::watch(Tensor& tensor, SourceLocation location) {
  State& state = *state_;
  state.check_place(location);
  check_dtype(used(tensor, location).dtype, "of", location);
  if (!state.recording && !is_symbol(tensor))
    tensor = argument(tensor);
  else
    watch(std::as_const(tensor), location);
}

void GradientScope::watch(const ag::Variable& variable, SourceLocation location) {
  state_->check_place(location);
  const VariableImpl& impl = used_variable(variable, location);
  check_dtype(impl.dtype, "of", location);
  state_->variables.push_back(&impl);
  if (state_->recording) state_->recording->watch(impl);
}

namespace {

/// Guards the trace: it serves only calls in which this handle refers to the same variable as in this call.
void guard_handle(tracing::Trace& trace, ir::ValueId handle, SourceLocation location) {
  using HiddenInput = tracing::Prologue::HiddenInput;
  tracing::Prologue& prologue = tracing::captures()->prologue();
  for (const HiddenInput& input : prologue.inputs()) {
    if (input.kind == HiddenInput::Kind::Number && prologue.symbol(input.index).impl()->symbol->value == handle)
      return prologue.guard_object(input.index, location);
  }
  if (trace.graph().value(handle).producer != ir::kNone) return;  // a constant
  throw Error(ErrorKind::staging_error,
              "a gradient is asked with respect to a variable that is an argument and is read outside of the arguments "
              "as well",
              location, {"read it as the argument, or leave the parameter out"});
}

/// The handles through which the graph of a trace reads a variable.
std::vector<ir::ValueId> handles_of(tracing::Trace& trace, const VariableImpl& variable, SourceLocation location) {
  std::vector<ir::ValueId> handles;
  for (const tracing::Trace::VariableRead& read : trace.reads()) {
    if (read.variable == &variable && std::ranges::find(handles, read.handle) == handles.end())
      handles.push_back(read.handle);
  }
  if (handles.size() < 2) return handles;
  // Several handles refer to one variable in this call; the guards ensure the same for later calls.
  for (const ir::ValueId handle : handles) guard_handle(trace, handle, location);
  return handles;
}

/// The blocks that enclose the current position of the trace, outermost first.
std::vector<ir::BlockId> open_blocks(const tracing::Trace& trace, const ir::Graph& graph) {
  std::vector<ir::BlockId> blocks;
  for (ir::BlockId block = trace.block(); block != ir::kNone; block = graph.block(block).parent)
    blocks.insert(blocks.begin(), block);
  return blocks;
}

/// The carried values of loops that are still being traced, if a target is outside of the loop. Whether they depend on
/// the target is known only after the loop.
std::vector<ir::ValueId> carried_in(const ir::Graph& graph, std::span<const ir::BlockId> blocks,
                                    const std::vector<ir::ValueId>& targets) {
  std::vector<ir::ValueId> carried;
  for (ir::BlockId block : blocks) {
    if (block == graph.body()) continue;
    const auto is_outside = [&](ir::ValueId target) {
      return target != ir::kNone && !graph.encloses(block, graph.value(target).block);
    };
    if (std::ranges::none_of(targets, is_outside)) continue;
    for (ir::ValueId argument : graph.block(block).arguments) {
      const bool is_target = std::ranges::find(targets, argument) != targets.end();
      if (!is_target && is_floating(graph.value(argument).type.dtype)) carried.push_back(argument);
    }
  }
  return carried;
}

}  // namespace

void GradientScope::stop() { state_->end(); }

GradientScope::Question::Question(GradientScope& scope, SourceLocation location) : scope_(scope) {
  State& state = *scope.state_;
  state.check_place(location);
  state.ask(location);
  ++state.questions;
  if (!state.persistent) state.end();  // operations of the gradient itself are not recorded
}
GradientScope::Question::~Question() { --scope_.state_->questions; }

std::vector<Tensor> GradientScope::gradients(const Tensor& y, std::span<const Source> sources, SourceLocation location,
                                             const Tensor& weights) {
  State& state = *state_;
  state.check_place(location);
  if (state.questions == 0) state.ask(location);
  check_dtype(used(y, location).dtype, "of", location);
  if (!state.persistent) state.end();
  const tracing::PlaceScope place(location);

  tracing::Trace* const trace = state.recording ? nullptr : tracing::current();
  ir::Graph& graph = state.graph();
  std::optional<grad::Residuals> residuals;
  if (trace) residuals.emplace(*trace);
  grad::Forward& forward = trace ? static_cast<grad::Forward&>(*residuals) : *state.recording;
  Backward backward(graph, forward, trace);

  std::vector<ir::ValueId> targets, unsure;
  for (const Source& source : sources) {
    if (source.tensor) {
      check_dtype(used(*source.tensor, location).dtype, "with respect to", location);
      targets.push_back(state.value_of(*source.tensor, location));
      if (targets.back() == ir::kNone) fail_unwatched("a tensor", "call tape.watch(x) before it is used", location);
      if (std::ranges::find(state.watched, targets.back()) == state.watched.end()) unsure.push_back(targets.back());
      continue;
    }
    const VariableImpl& variable = used_variable(*source.variable, location);
    check_dtype(variable.dtype, "with respect to", location);
    const bool is_observed_on_thread = std::ranges::find(state.variables, &variable) != state.variables.end();
    if (!variable.trainable && !is_observed_on_thread)
      fail_unwatched("a variable that is not trainable and", "call tape.watch(v) before it is read", location);
    const ir::TensorType type{variable.dtype, variable.shape};
    if (trace) {
      const std::vector<ir::ValueId> handles = handles_of(*trace, variable, location);
      targets.push_back(handles.empty() ? ir::kNone : handles.front());
      if (!handles.empty()) backward.watch_variable(handles.front(), type, handles);
    } else {
      targets.push_back(state.recording->value_of(variable));
    }
  }
  const std::vector<ir::BlockId> blocks = trace ? open_blocks(*trace, graph) : std::vector<ir::BlockId>{graph.body()};
  if (!unsure.empty()) {  // values computed from watched values count as watched
    Backward from_watched(graph, forward, trace);
    from_watched.mark(state.watched, blocks, state.since);
    for (ir::ValueId value : unsure)
      if (!from_watched.depends(value)) fail_unwatched("a tensor", "call tape.watch(x) before it is used", location);
  }

  std::vector<ir::ValueId> marked;
  std::ranges::copy_if(targets, std::back_inserter(marked), [](ir::ValueId value) { return value != ir::kNone; });
  const std::vector<ir::ValueId> carried = trace ? carried_in(graph, blocks, marked) : std::vector<ir::ValueId>();
  marked.insert(marked.end(), carried.begin(), carried.end());
  backward.mark(marked, blocks, state.since);
  Gradients gradients;
  const ir::ValueId of = state.value_of(y, location);
  if (of != ir::kNone && backward.depends(of)) {
    const tracing::OperandDevice here(y);
    const DType dtype = backward.type(of).dtype;
    const grad::Extents extents = backward.extents(of);
    gradients[of] =
        weights.defined() ? grad::repeated(astype(weights, dtype), extents) : grad::filled(extents, 1, dtype);
    backward.run(gradients, blocks);
  }
  for (ir::ValueId argument : carried) {
    if (!gradients.contains(argument)) continue;
    throw Error(
        ErrorKind::unimplemented,
        "a gradient is asked for inside of a loop, and what the loop carries may depend on what it is asked with "
        "respect to",
        location, {"ask for it after the loop, or make the tape inside of it"});
  }
  std::vector<Tensor> results;
  for (size_t k = 0; k < sources.size(); ++k) {
    const auto found = gradients.find(targets[k]);
    if (targets[k] != ir::kNone && found != gradients.end()) {
      // A loop adds to zeros where straight-line code uses the first summand directly; adding 0.0 removes -0.0, the
      // only difference.
      results.push_back(found->second + 0.0);
    } else if (targets[k] != ir::kNone) {
      const tracing::OperandDevice here(sources[k].tensor ? *sources[k].tensor : sources[k].variable->value(location));
      results.push_back(backward.zeros(targets[k]));
    } else {  // a variable that is never read
      results.push_back(zeros_like(sources[k].variable->value(location)));
    }
    const DType dtype = sources[k].tensor ? sources[k].tensor->impl()->dtype : results.back().impl()->dtype;
    if (results.back().impl()->dtype != dtype) results.back() = astype(results.back(), dtype);
  }
  return results;
}

std::vector<Tensor> apply_custom_gradient(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs,
                                          const TensorsToTensors& gradient, SourceLocation location) {
  for (const Tensor& tensor : inputs) static_cast<void>(used(tensor, location));
  for (const Tensor& tensor : outputs) static_cast<void>(used(tensor, location));
  return grad::with_custom_gradient(inputs, std::move(outputs), gradient, location);
}

/// The start of the scope, in a trace or in a recording.
struct CheckpointScope::State {
  uint64_t trace = 0;
  ir::BlockId block = ir::kNone;
  std::shared_ptr<Recording> recording;
  ir::NodeId first = 0;
};

CheckpointScope::CheckpointScope() {
  if (tracing::Trace* trace = tracing::current()) {
    state_ = Pimpl(new State{trace->id(), trace->block(), {}, static_cast<ir::NodeId>(trace->graph().node_count())});
  } else if (std::shared_ptr<Recording> recording = Recording::current()) {
    const auto first = static_cast<ir::NodeId>(recording->graph().node_count());
    state_ = Pimpl(new State{0, ir::kNone, std::move(recording), first});
  }
}

CheckpointScope::~CheckpointScope() {
  if (!state_) return;
  tracing::Trace* trace = tracing::current();
  if (state_->recording)
    state_->recording->add_checkpoint(state_->first);
  else if (trace && trace->id() == state_->trace && trace->block() == state_->block)
    trace->checkpoints().add({state_->block, state_->first, static_cast<ir::NodeId>(trace->graph().node_count())});
}

void fail_argument(int number, size_t count, bool, SourceLocation location) {
  const bool exists = number >= 0 && static_cast<size_t>(number) < count;
  throw Error(
      exists ? ErrorKind::type_error : ErrorKind::out_of_range,
      exists ? "the gradient with respect to argument " + std::to_string(number) + " is asked for, which is no tensor"
             : "the gradient with respect to argument " + std::to_string(number) + " of a call with " +
                   std::to_string(count) + " arguments is asked for",
      location, {"arguments are counted from 0"});
}

}  // namespace ag::detail

namespace ag {

std::vector<Tensor> GradientTape::gradient(const Tensor& y, const std::vector<Tensor>& x, SourceLocation location) {
  return scope_.gradients(y, std::vector<Source>(x.begin(), x.end()), location);
}

std::vector<Tensor> GradientTape::gradient(const Tensor& y, const std::vector<Variable>& x, SourceLocation location) {
  return scope_.gradients(y, std::vector<Source>(x.begin(), x.end()), location);
}

}  // namespace ag
