/// Runs a trace for one call: collects the inputs, runs the graph, writes back captured variables and returns the
/// results.
#include <algorithm>
#include <array>
#include <cstring>

#include "base/deep_call.h"
#include "exec/device_executor.h"
#include "exec/observation.h"
#include "function/concrete_trace.h"
#include "function/recursion.h"
#include "tensor/device_array.h"
#include "trace/calls.h"
#include "trace/recorder.h"

namespace ag::detail {

namespace {

/// Throws if an eager gradient tape tracks an input: the operations inside of a graph are not recorded on the tape.
void check_recorder(std::span<const Tensor* const> inputs, const ir::Graph& graph, SourceLocation location) {
  const tracing::Recorder* const recorder = tracing::recorder();
  if (!recorder) [[likely]]
    return;
  if (std::ranges::none_of(inputs, [&](const Tensor* input) { return recorder->knows(*input); })) return;
  throw Error(
      ErrorKind::unimplemented, "the gradient of a call of the ConcreteFunction '" + graph.name() + "' is asked for",
      location,
      {"call the function itself, whose operations are recorded, or ask for the gradient in a traced function"});
}

/// The number in a rank-0 tensor, which is an output of the graph or an input of the call; a staged number if it is a
/// symbol.
Number number_of(const Tensor& output) {
  if (output.impl()->is_symbol()) return {0, stage(output), output.impl()->dtype};
  Number number{0, 0, output.impl()->dtype};
  const Tensor on_host = host_array(output);
  std::memcpy(&number.bits, on_host.impl()->data(), item_size(number.dtype));
  return number;
}

/// The inputs of a graph: those of the signature, followed by the values that this call reads from captured variables.
class Inputs {
 public:
  Inputs(const SignatureBuilder& call, const tracing::Prologue& prologue, const StoredArguments& stored,
         SourceLocation location)
      : all_(call.inputs()) {
    if (prologue.inputs().empty()) return;
    joined_ = SmallVector<const Tensor*, 8>(all_);
    numbers_.reserve(prologue.inputs().size());
    for (const auto& input : prologue.inputs()) {
      if (input.kind == tracing::Prologue::HiddenInput::Kind::Tensor) {
        joined_.push_back(static_cast<const Tensor*>(prologue.tensors()[input.index].place.in(call.roots())));
        continue;
      }
      const bool is_number = input.kind == tracing::Prologue::HiddenInput::Kind::Number;
      const Number number = is_number ? Number{call.captured()[input.index], 0, prologue.dtype(input.index)}
                                      : Number{stored.address(), 0, DType::uint64};
      numbers_.push_back(number_tensor(number, location));
      joined_.push_back(&numbers_.back());
    }
    all_ = joined_;
  }
  Inputs(const Inputs&) = delete;
  Inputs& operator=(const Inputs&) = delete;

  std::span<const Tensor* const> get() const { return all_; }

 private:
  std::span<const Tensor* const> all_;
  SmallVector<const Tensor*, 8> joined_;
  std::vector<Tensor> numbers_;
};

}  // namespace

const exec::Executor& ConcreteTrace::executor() const {
  if (!exec::is_observed()) [[likely]]
    return *executor_;
  std::call_once(observed_once_, [&] {
    const exec::InstrumentedExecutor::Unobserved unobserved{*executor_, run_options_, specialization_, threads_};
    observed_ = exec::make_device_executor(
        device_, std::make_unique<exec::InstrumentedExecutor>(graph_, unobserved, type_.str(), called_at_));
  });
  return *observed_;
}

bool ConcreteTrace::must_copy(std::span<const Tensor* const> inputs) const {
  return device_ == device::kHost && std::ranges::any_of(inputs, &exec::is_on_device);
}

Tensor ConcreteTrace::run_single(const SignatureBuilder& call) const {
  const LeafSource& source = result_sources_[0];
  if (call.is_symbolic()) [[unlikely]]
    return tensor_of_output(source, Recursion::record(*this, call, call.location())[static_cast<size_t>(source.index)],
                            called_at_);
  check_recorder(call.inputs(), *graph_, called_at_);
  const auto run = [&](std::span<const Tensor* const> inputs) {
    if (must_copy(inputs)) [[unlikely]]
      return executor().run_single(exec::HostInputs(inputs).get());
    return executor().run_single(inputs);
  };
  try {
    if (prologue_.inputs().empty()) return tensor_of_output(source, run(call.inputs()), called_at_);
    return tensor_of_output(source, run(Inputs(call, prologue_, room_to_store(), called_at_).get()), called_at_);
  } catch (const Error&) {
    tracing::rethrow_with_calls(std::current_exception());
  }
}

void ConcreteTrace::run_graph(std::span<const Tensor* const> inputs, std::span<Tensor> outputs) const {
  try {
    if (must_copy(inputs)) [[unlikely]]
      executor().run_into(exec::HostInputs(inputs).get(), outputs);
    else
      executor().run_into(inputs, outputs);
  } catch (const Error&) {
    tracing::rethrow_with_calls(std::current_exception());
  }
}

void ConcreteTrace::run_plain_graph(std::span<const Tensor* const> inputs, std::span<Tensor* const> outputs) const {
  std::array<Tensor, kMaxTensors> list;
  const std::span<Tensor> results(list.data(), outputs.size());
  if (!direct_call_.load(std::memory_order_acquire)) {
    run_graph(inputs, results);
    direct_call_.store(executor_->frameless(), std::memory_order_release);
  } else {
    try {
      executor_->run_framed(inputs, results);
    } catch (const Error&) {
      tracing::rethrow_with_calls(std::current_exception());
    }
  }
  for (size_t k = 0; k < outputs.size(); ++k) *outputs[k] = std::move(results[k]);
}

void ConcreteTrace::run(const SignatureBuilder& call, const StoredArguments& stored, std::span<Tensor> outputs) const {
  if (call.is_symbolic()) [[unlikely]] {
    std::ranges::move(Recursion::record(*this, call, call.location()), outputs.begin());
    return;
  }
  check_recorder(call.inputs(), *graph_, called_at_);
  if (prologue_.inputs().empty())
    run_graph(call.inputs(), outputs);
  else
    run_graph(Inputs(call, prologue_, stored, called_at_).get(), outputs);
  if (!stores_.empty()) store(outputs, call);
}

void ConcreteTrace::store(std::span<const Tensor> outputs, const SignatureBuilder& call) const {
  for (const Store& store : stores_) {
    void* place = const_cast<void*>(store.place.in(call.roots()));
    const Tensor* output =
        store.source.kind == LeafSource::Kind::Output ? &outputs[static_cast<size_t>(store.source.index)] : nullptr;
    if (store.is_tensor) {
      *static_cast<Tensor*>(place) =
          output ? tensor_of_outputs(store.source, outputs.data(), called_at_) : store.tensor;
    } else {
      const uint64_t bits = output       ? number_of(*output).bits
                            : store.slot ? call.captured()[*store.slot]
                                         : store.number.bits;
      std::memcpy(place, &bits, item_size(store.number.dtype));
    }
  }
}

std::vector<Tensor> ConcreteTrace::call(std::span<const Tensor> operands) const {
  const auto run = [&](std::span<const Tensor* const> inputs) {
    if (exec::is_observed_on_thread()) exec::check_cancelled(called_at_);
    std::vector<Tensor> outputs(output_count());
    call_deeply([&] { run_graph(inputs, outputs); }, graph_->name().c_str(), called_at_);
    return outputs;
  };
  if (prologue_.empty() && stored_count_ == 0) {  // fast path: look-ups would dominate a recursive call
    SmallVector<const Tensor*, 8> inputs;
    for (const Tensor& operand : operands) inputs.push_back(&operand);
    return run(inputs);
  }
  SignatureBuilder call;
  call.set_inputs({operands.begin(), operands.end()});
  if (!holds_for(call)) {
    throw Error(ErrorKind::invalid_argument,
                "'" + graph_->name() + "' calls itself after a variable has changed that it decides by", called_at_,
                {"pass what it decides by as an argument"});
  }
  const StoredArguments stored = room_to_store();  // required as an input, but no caller reads it
  return run(Inputs(call, prologue_, stored, called_at_).get());
}

CallResults::CallResults(const ConcreteTrace& trace, const SignatureBuilder& call)
    : trace_(trace), inputs_(call.inputs()) {
  if (trace.writes()) {
    for (const Tensor* input : inputs_) kept_inputs_.push_back(*input);
  }
  const size_t count = trace.output_count();
  if (count > kFew) many_.resize(count);
  outputs_ = count > kFew ? many_.data() : few_;
  StoredArguments stored = trace.room_to_store();
  try {
    trace.run(call, stored, {outputs_, count});
  } catch (...) {
    site_ = stored.site(trace.throw_sites());
    if (!site_) throw;
    error_ = std::current_exception();
    many_ = std::move(stored).take();
    outputs_ = many_.data();
  }
}

bool CallResults::writes_arguments() const { return site_ || trace_.writes_arguments(); }

LeafReader CallResults::arguments() {
  if (site_) {
    sources_ = site_->sources.data();
    return LeafReader(site_->leaves, this);
  }
  sources_ = trace_.argument_sources().data();
  return LeafReader(trace_.arguments(), this);
}

LeafReader CallResults::results() {
  sources_ = trace_.result_sources().data();
  return LeafReader(trace_.results(), this);
}

const void* CallResults::prototype() const { return trace_.prototype(); }

const Tensor& CallResults::source_tensor(const LeafSource& source) const {
  const auto at = static_cast<size_t>(source.index);
  if (source.kind == LeafSource::Kind::Output) return outputs_[at];
  return kept_inputs_.empty() ? *inputs_[at] : kept_inputs_[at];
}

Tensor CallResults::tensor(const Leaf& leaf, size_t index) {
  const LeafSource& source = sources_[index];
  if (source.kind == LeafSource::Kind::Output && trace_.gives_each_once()) [[likely]]
    return std::move(outputs_[source.index]);
  if (source.kind == LeafSource::Kind::Fixed) return leaf.tensor;
  if (source.kind == LeafSource::Kind::Output) return tensor_of_outputs(source, outputs_, trace_.called_at());
  return tensor_of_output(source, source_tensor(source), trace_.called_at());
}

const Leaf& CallResults::value(const Leaf& leaf, size_t index) {
  const LeafSource source = sources_[index];
  if (source.kind == LeafSource::Kind::Fixed) return leaf;
  if (!leaf_) leaf_.emplace();
  leaf_->kind = leaf.kind;
  leaf_->list = leaf.list;
  if (leaf.list) leaf_->name = leaf.name;
  const Tensor& tensor = source_tensor(source);
  if (leaf.kind == Leaf::Kind::Number)
    leaf_->number = number_of(tensor);
  else
    leaf_->tensor = this->tensor(leaf, index);
  return *leaf_;
}

Tensor run_trace_single(const ConcreteTrace& trace, const SignatureBuilder& call) { return trace.run_single(call); }
bool is_single(const ConcreteTrace& trace) { return trace.single(); }

}  // namespace ag::detail
