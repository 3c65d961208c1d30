#include "trace/context.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <utility>

#include "base/check.h"
#include "base/error_place.h"
#include "exec/device_op.h"
#include "exec/observation.h"
#include "tensor/device_array.h"
#include "tensor/symbol.h"
#include "trace/random_ends.h"
#include "trace/recorder.h"

namespace ag::tracing {

using internal::current_trace;

namespace {

// including a paused one
[[gnu::tls_model("initial-exec")]] constinit thread_local const Trace* innermost_open = nullptr;
[[gnu::tls_model("initial-exec")]] constinit thread_local const FirstValue* first_value = nullptr;

uint64_t next_trace_id() {
  static std::atomic<uint64_t> next{1};
  return next.fetch_add(1, std::memory_order_relaxed);
}

std::string place(const SourceLocation& location) {
  return std::string(location.file_name()) + ":" + std::to_string(location.line());
}

}  // namespace

namespace internal {
constinit thread_local Trace* current_trace = nullptr;
constinit thread_local Recorder* current_recorder = nullptr;
constinit thread_local const SourceLocation* current_place = nullptr;
}  // namespace internal

Recorder* exchange_recorder(Recorder* recorder) { return std::exchange(internal::current_recorder, recorder); }

Trace::Trace(std::string name, const ir::OpTable& ops)
    : ops_(ops),
      calls_(call_base(__builtin_frame_address(0))),
      id_(next_trace_id()),
      device_(device::default_number()),
      graph_(std::move(name)),
      block_(graph_.body()),
      outer_(current_trace),
      outer_open_(std::exchange(innermost_open, this)),
      recorder_(exchange_recorder(nullptr)) {
  current_trace = this;
  detail::place_of_errors() = [](SourceLocation location) {
    return current_trace ? with_calls(location, current_trace->graph_.name(), current_trace->calls_) : location;
  };
  detail::trace_is_open() = &Trace::is_open;
}

Trace::~Trace() {
  current_trace = outer_;
  innermost_open = outer_open_;
  exchange_recorder(recorder_);
}

bool Trace::is_open(uint64_t id) {
  for (const Trace* trace = innermost_open; trace; trace = trace->outer_open_) {
    if (trace->id_ == id) return true;
  }
  return false;
}

FirstValue::FirstValue() : outer_(std::exchange(first_value, this)) {
  if (trace_) too_early_ = trace_->depth() > 0 || trace_->graph().has_effects_in(trace_->graph().body());
}
FirstValue::~FirstValue() { first_value = outer_; }

bool FirstValue::in_progress() { return first_value != nullptr && !current_trace; }

void FirstValue::check_effect(SourceLocation location) {
  if (!in_progress() || !first_value->too_early_) return;
  throw Error(ErrorKind::unimplemented,
              "an effect of the first value of a static variable would come before what the function did until then",
              location, {"make the variable at the beginning of the function, or outside of it"});
}

Pause::Pause() : trace_(std::exchange(current_trace, nullptr)), recorder_(exchange_recorder(nullptr)) {}
Pause::~Pause() {
  current_trace = trace_;
  exchange_recorder(recorder_);
}

Trace::BlockScope::BlockScope(Trace& trace)
    : trace_(trace), before_(trace.block_), block_(trace.graph_.add_block(trace.block_)) {
  trace_.block_ = block_;
  ++trace_.depth_;
}

Trace::BlockScope::BlockScope(Trace& trace, ir::BlockId block) : trace_(trace), before_(trace.block_), block_(block) {
  trace_.block_ = block_;
  ++trace_.depth_;
}

Trace::BlockScope::~BlockScope() {
  trace_.block_ = before_;
  --trace_.depth_;
}

uint32_t Trace::stage(const Tensor& symbol) {
  thread_local uint32_t next =
      1;  // shared by all traces, so that an id of an earlier trace is never mistaken for a new one
  staged_.emplace_back(next++, symbol);
  return staged_.back().first;
}

Tensor Trace::staged(uint32_t id) const {
  auto at = std::lower_bound(staged_.begin(), staged_.end(), id,
                             [](const auto& entry, uint32_t wanted) { return entry.first < wanted; });
  return at != staged_.end() && at->first == id ? at->second : Tensor();
}

bool Trace::expect(ir::ValueId argument, ir::ValueId value, std::function<void()> fail) {
  const ir::Value& of = graph_.value(argument);
  if (of.producer != ir::kNone || of.block == graph_.body()) return false;
  expected_.push_back({argument, value, std::move(fail)});
  return true;
}

void Trace::settle(ir::BlockId body, const std::map<ir::ValueId, ir::ValueId>& values) {
  for (const Expected& one : std::exchange(expected_, {})) {
    if (graph_.value(one.argument).block != body) {
      expected_.push_back(one);
      continue;
    }
    const auto known = values.find(one.argument);
    if (known == values.end()) one.fail();
    // A value that is invariant in the loop may be carried by an enclosing loop.
    if (known->second != one.value && !expect(known->second, one.value, one.fail)) one.fail();
  }
}

Trace::Origin Trace::origin_of(const Tensor& symbol) const {
  ir::ValueId value = symbol.impl()->symbol->value;
  Origin origin{{}, {}, symbol.impl()->symbol->location};
  for (;;) {
    const ir::Value& of = graph_.value(value);
    if (origin.name.empty()) origin.name = of.name;
    if (of.producer == ir::kNone) return origin;
    const ir::Node& node = graph_.node(of.producer);
    const ir::OpKind kind = node.op->kind();
    origin.location = node.location;
    origin.how = kind == ir::OpKind::WhileLoop                                ? "a loop"
                 : kind == ir::OpKind::Cond || kind == ir::OpKind::SwitchCase ? "a branch"
                                                                              : "";
    if (!node.op->has(ir::kElementwise) && !node.op->has(ir::kConverts)) return origin;
    ir::ValueId next = ir::kNone;
    for (ir::ValueId operand : node.operands) {
      const ir::NodeId producer = graph_.value(operand).producer;
      if (producer != ir::kNone && graph_.node(producer).op->kind() == ir::OpKind::Constant) continue;
      next = operand;
      break;
    }
    if (next == ir::kNone) return origin;
    value = next;
  }
}

Tensor Trace::symbol_of(ir::ValueId value, SourceLocation location) {
  const ir::Value& of = graph_.value(value);
  detail::Symbol symbol;
  symbol.trace = id_;
  symbol.value = value;
  symbol.name = of.name;
  if (of.producer != ir::kNone) symbol.op = graph_.node(of.producer).op->name;
  symbol.location = location;
  Tensor tensor = detail::make_symbol(of.type.dtype, of.type.shape, of.type.weak, std::move(symbol));
  tensor.impl()->device_number = device_;
  return tensor;
}

Tensor Trace::add_input(const ir::TensorType& type, std::string name, SourceLocation location) {
  return add_argument(graph_.body(), type, std::move(name), location);
}

Tensor Trace::add_argument(ir::BlockId block, const ir::TensorType& type, std::string name, SourceLocation location) {
  return symbol_of(graph_.add_argument(block, type, std::move(name)), location);
}

bool Trace::is_available(const Tensor& tensor, ir::BlockId block) const {
  if (!tensor.defined() || !tensor.impl()->is_symbol()) return true;
  const detail::Symbol& symbol = *tensor.impl()->symbol;
  if (symbol.value == ir::kNone) return true;  // unusable in every block
  return symbol.trace == id_ && graph_.encloses(graph_.value(symbol.value).block, block);
}

ir::ValueId Trace::value_of(const Tensor& tensor, SourceLocation location) {
  const ir::ValueId value = value_of_passed(tensor, location);
  const detail::TensorImpl& impl = *tensor.impl();
  if (impl.is_symbol() && impl.symbol->defined.defined()) {
    const ir::ValueId defined = value_of(impl.symbol->defined, location);
    record(ops_.find(ir::OpKind::CheckDefined), std::vector<ir::ValueId>{defined},
           {impl.symbol->name, why_undefined(value)}, {}, {}, location);
  }
  return value;
}

/// Returns the statement that may leave a variable without a value; empty if unknown.
std::string Trace::why_undefined(ir::ValueId value) const {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) return "";
  const ir::Node& node = graph_.node(producer);
  const bool loop = node.op->kind() == ir::OpKind::WhileLoop;
  return (loop ? "the loop at " : "the branch at ") + place(node.location) +
         (loop ? " has ended before it gets a value" : " that ran gives it no value");
}

void Trace::record_where(ir::ValueId flag, bool is, SourceLocation location, detail::FunctionRef<void()> body) {
  std::vector<ir::BlockId> blocks;
  for (const bool holds : {true, false}) {
    const BlockScope scope(*this);
    if (holds == is) body();
    blocks.push_back(scope.block());
  }
  graph_.append(block_, ops_.find(ir::OpKind::Cond), {flag}, {}, {}, location, std::move(blocks));
}

ir::ValueId Trace::value_of_passed(const Tensor& tensor, SourceLocation location) {
  const detail::TensorImpl& impl = detail::used(tensor, location);
  if (!impl.is_symbol()) return constant(tensor, location);
  const detail::Symbol& symbol = *impl.symbol;
  if (!symbol.unusable.empty())
    throw Error(ErrorKind::staging_error, symbol.unusable, symbol.location, {"it is read at " + place(location)});
  if (symbol.trace != id_) refuse_foreign(symbol, location);
  if (!graph_.encloses(graph_.value(symbol.value).block, block_)) {
    throw Error(ErrorKind::staging_error,
                called(symbol) + " was computed inside a branch or loop body that has ended and has no value here",
                location,
                {"it was computed at " + origin_text(symbol),
                 "a variable that is assigned there and used here must be declared in front of the branch or loop, in "
                 "converted code"});
  }
  return symbol.value;
}

ir::ValueId Trace::constant(const Tensor& tensor, SourceLocation location) {
  auto [entry, is_new] = constants_.try_emplace(tensor.impl(), ir::kNone);
  if (!is_new) return entry->second;
  kept_.push_back(tensor);
  const Tensor value = detail::host_array(tensor, location);  // passes read the constants of a graph
  const detail::TensorImpl& impl = *value.impl();
  const bool exact = !impl.literal || !impl.weak;  // the bits of a literal do not represent its exact value
  uint64_t bits = 0;
  if (impl.shape.empty() && exact) {
    std::memcpy(&bits, impl.data(), item_size(impl.dtype));
  } else if (impl.shape.empty()) {
    std::memcpy(&bits, &impl.scalar.integer, sizeof(bits));
  }
  ir::ValueId& number = numbers_.try_emplace({impl.dtype, impl.weak, bits}, ir::kNone).first->second;
  if (impl.shape.empty() && number != ir::kNone) return entry->second = number;

  const ir::NodeId node = graph_.append(graph_.body(), ops_.find(ir::OpKind::Constant), {}, {value},
                                        {{impl.dtype, impl.shape, impl.weak}}, location);
  // Constants are first in the body, so that every block can use them.
  std::vector<ir::NodeId>& nodes = graph_.block(graph_.body()).nodes;
  nodes.pop_back();
  nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(constant_count_++), node);
  entry->second = graph_.node(node).results.front();
  if (impl.shape.empty()) number = entry->second;
  return entry->second;
}

std::vector<Tensor> Trace::record(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                                  SourceLocation location) {
  std::vector<ir::ValueId> values;
  std::vector<ir::TensorType> types;
  values.reserve(operands.size());
  types.reserve(operands.size());
  if (!moves_arrays_) exec::check_fits_graph(op, operands, device_, location);
  for (const Tensor& operand : operands) {
    values.push_back(value_of(operand, location));
    types.push_back(graph_.value(values.back()).type);
  }
  ir::InferContext infer(op, types, attributes, location);
  op.block->infer(infer);
  return record(op, std::move(values), std::move(attributes), std::move(infer.results()), {}, location);
}

namespace {

/// True unless the node cannot throw at run time. Nodes that cannot: elementwise operations on known shapes, except
/// kThrowsOnIntegers on integers, and operations with kNoThrow.
bool may_throw(const ir::Graph& graph, const ir::OpDef& op, std::span<const ir::ValueId> operands) {
  if (op.has(ir::kHasBlocks) || op.has(ir::kNoThrow)) return false;
  if (!op.has(ir::kElementwise)) return true;
  return std::ranges::any_of(operands, [&](ir::ValueId operand) {
    const ir::TensorType& type = graph.value(operand).type;
    return !type.shape.known() || (op.has(ir::kThrowsOnIntegers) && !is_floating(type.dtype));
  });
}

/// The limit on the number of nodes: a larger graph is taken for an endless trace.
constexpr size_t kMaxOperations = 1'000'000;

Error endless(const std::string& function, SourceLocation location) {
  return Error(ErrorKind::unimplemented,
               "the graph of '" + function + "' has " + std::to_string(kMaxOperations) +
                   " operations here and is not at its end: a loop over numbers of the host, or a function that calls "
                   "itself, is unrolled while it is traced",
               location,
               {"let a tensor decide how often: loops and functions that tensors decide are no longer for more rounds",
                "a function that calls itself and takes another one by pointer or as std::function is always unrolled; "
                "as a template it is not, if that one captures nothing: give it what it captures as arguments"});
}

}  // namespace

std::vector<Tensor> Trace::record(const ir::OpDef& op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                                  std::vector<ir::TensorType> results, std::vector<ir::BlockId> blocks,
                                  SourceLocation location) {
  if (graph_.node_count() >= kMaxOperations) refuse(endless(graph_.name(), location));
  if (ends_at_random(graph_.name(), graph_.node_count()))
    refuse(Error(ErrorKind::staging_error, "the trace ends here at random (AG_BREAK_TRACES)", location));
  if (may_throw(graph_, op, operands)) {
    for (const BeforeFailure& before : before_failure_) before(op, operands, location);
    location = with_calls(location, graph_.name(), calls_);
  } else if (exec::checks_numerics()) {
    location = with_calls(location, graph_.name(), calls_);
  }
  const ir::NodeId node = graph_.append(block_, op, std::move(operands), std::move(attributes), std::move(results),
                                        location, std::move(blocks));
  std::vector<Tensor> symbols;
  for (ir::ValueId result : graph_.node(node).results) symbols.push_back(symbol_of(result, location));
  return symbols;
}

namespace {

bool must_record(const ir::OpDef& op, std::span<const Tensor> operands, SourceLocation location) {
  for (const Tensor& operand : operands) {
    if (operand.defined() && operand.impl()->is_symbol()) return true;
  }
  if (!current_trace && first_value && op.has(ir::kEffect)) FirstValue::check_effect(location);
  return current_trace && (op.has(ir::kSymbolicWhileTracing) || op.has(ir::kEffect));
}

Trace& trace_of(std::span<const Tensor> operands, SourceLocation location) {
  if (current_trace) return *current_trace;
  for (const Tensor& operand : operands) {
    if (operand.defined() && operand.impl()->is_symbol()) {
      const detail::Symbol& symbol = *operand.impl()->symbol;
      if (!symbol.unusable.empty()) throw Error(ErrorKind::staging_error, symbol.unusable, location);
      if (FirstValue::in_progress()) {
        throw Error(ErrorKind::staging_error,
                    "the first value of a static variable depends on " + called(symbol) +
                        ", which has no value while the function is traced",
                    location, {"make it of known values and assign it afterwards, or make it outside of the function"});
      }
      refuse_ended(symbol, location);
    }
  }
  detail::internal_error("no trace to record into", location);
}

}  // namespace

namespace {

/// Runs an operation on known values. Inside a branch or loop of a graph the operation may never be reached, so one
/// that fails is recorded instead. The error then occurs only if the graph reaches it.
template <class Run>
std::vector<Tensor> run_or_record(const ir::OpDef& op, std::span<const Tensor> operands,
                                  const ir::Attributes& attributes, SourceLocation location, const Run& run) {
  if (!current_trace || current_trace->depth() == 0) return run();
  try {
    return run();
  } catch (const Error&) {
    return current_trace->record(op, operands, attributes, location);
  }
}

}  // namespace

std::vector<Tensor> apply(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                          SourceLocation location) {
  location = placed(location);
  if (must_record(op, operands, location))
    return trace_of(operands, location).record(op, operands, std::move(attributes), location);
  std::vector<detail::TensorImpl*> inputs;
  inputs.reserve(operands.size());
  for (const Tensor& operand : operands) inputs.push_back(&detail::used(operand, location));
  return run_or_record(op, operands, attributes, location, [&] {
    std::vector<Tensor> outputs;
    exec::run_immediately(op, inputs, attributes, location, outputs);
    if (Recorder* one = recorder()) one->ran(op, operands, attributes, location, outputs);
    return outputs;
  });
}

Tensor apply_one(const ir::OpDef& op, std::span<const Tensor> operands, ir::Attributes attributes,
                 SourceLocation location) {
  location = placed(location);
  if (must_record(op, operands, location)) {
    return trace_of(operands, location).record(op, operands, std::move(attributes), location).front();
  }
  if (current_trace || recorder()) [[unlikely]]
    return apply(op, operands, std::move(attributes), location).front();
  constexpr size_t kFew = 4;
  if (operands.size() <= kFew) {
    std::array<detail::TensorImpl*, kFew> inputs{};
    for (size_t k = 0; k < operands.size(); ++k) inputs[k] = &detail::used(operands[k], location);
    return exec::run_immediately(op, std::span<detail::TensorImpl* const>(inputs.data(), operands.size()), attributes,
                                 location);
  }
  std::vector<detail::TensorImpl*> inputs;
  inputs.reserve(operands.size());
  for (const Tensor& operand : operands) inputs.push_back(&detail::used(operand, location));
  return exec::run_immediately(op, inputs, attributes, location);
}

}  // namespace ag::tracing
