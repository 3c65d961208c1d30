#pragma once
/// One trace of a function: the graph for one signature, ready to run.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ag/detail/traced_function.h"
#include "ag/staging/state.h"
#include "exec/direct_call.h"
#include "exec/executor.h"
#include "exec/instrumented_executor.h"
#include "function/call_type.h"
#include "function/leaf_source.h"
#include "function/recent_traces.h"
#include "function/tail_calls.h"
#include "function/thrown_arguments.h"
#include "function/trace_link.h"
#include "staging/captures/captures.h"

namespace ag::detail {

class ConcreteTrace : public std::enable_shared_from_this<ConcreteTrace> {
 public:
  /// Runs the body of `request` on symbols. Throws any exception of the body.
  ConcreteTrace(const std::string& name, CallType type, const Roots& roots, const TraceRequest& request);
  /// Tail-call elimination: self-calls in tail position become iterations of a loop. `callee` is the attribute of the
  /// call nodes.
  void loop_tail_calls(const void* callee) { detail::loop_tail_calls(*graph_, callee); }
  /// Optimizes and verifies the graph and makes its executor; to be called before any other use. `threads` limits the
  /// threads of its loops unless it is 0; `fixed_points` selects the pass of that name.
  void make_ready(const exec::RunOptions& options, int threads, bool fixed_points);

  /// The device that the graph runs on.
  device::DeviceNumber device() const { return device_; }
  /// The source location of the function.
  SourceLocation called_at() const { return called_at_; }
  /// The type of the calls that it serves.
  const CallType& type() const { return type_; }
  /// True if the trace serves a call with this signature. If so, `call` has the captured values.
  bool matches(const SignatureBuilder& call) const { return type_.is(call.words()) && holds_for(call); }
  bool matches_generally(const SignatureBuilder& call) const { return type_.accepts(call.words()) && holds_for(call); }
  /// True if every guard on captured variables holds, for a call whose arguments fit. `call` then has the captured
  /// values.
  bool holds_for(const SignatureBuilder& call) const { return prologue_.empty() || captures_match(call); }
  /// The first captured value that makes a guard fail, for a call whose arguments fit; nothing if all hold.
  std::optional<RetraceReason> changed_capture(const SignatureBuilder& call) const;
  /// True if the tensors of a call identify the trace, and the results are exactly the outputs of the graph, in order.
  bool is_plain() const { return !plain_types_.empty(); }
  /// True if a plain trace serves a call with these tensors.
  bool fits(std::span<const Tensor* const> arguments) const;
  /// Runs a plain trace for a call that `fits`.
  void run_plain(std::span<const Tensor* const> arguments, std::span<Tensor* const> results) const {
    const exec::DirectCall* code = direct_call_.load(std::memory_order_acquire);
    if (!code || !code->run(arguments, results)) [[unlikely]]
      run_plain_graph(arguments, results);
  }
  /// True if an exception left the function while it was traced. Such a trace serves this call only.
  bool throws() const { return throws_; }
  /// The variables that the body made or rebound while it was traced; later calls run the graph and do not repeat this.
  const std::vector<tracing::Captures::Made>& made() const { return made_; }
  /// Runs the graph; a call with symbols becomes a part of the graph in progress instead. `stored` receives the
  /// argument values that the graph stores before it throws.
  void run(const SignatureBuilder& call, const StoredArguments& stored, std::span<Tensor> outputs) const;
  Tensor run_single(const SignatureBuilder& call) const;
  /// Returns the outputs of the graph, for a call node of another graph or of this one.
  std::vector<Tensor> call(std::span<const Tensor> operands) const;
  /// The graph, if such a call does nothing but run it: it is ready, native with the same `fast` setting, and has no
  /// thread limit of its own. Otherwise null.
  std::shared_ptr<const ir::Graph> graph_to_call(bool fast) const;
  /// The number of outputs of the graph.
  size_t output_count() const { return graph_->block(graph_->body()).results.size(); }
  /// The types of the graph outputs, for such calls.
  std::vector<ir::TensorType> output_types() const;
  /// True if results and arguments are assembled from the graph outputs in the same way as those of `other`.
  bool is_filled_like(const ConcreteTrace& other) const;
  /// Throws if a call node cannot do everything that the function does.
  void check_callable(SourceLocation location) const;
  bool single() const { return single_; }
  /// True if each output of the graph is at most one result tensor, unchanged: outputs may then be moved from.
  bool gives_each_once() const { return gives_each_once_; }
  const void* prototype() const { return prototype_.get(); }
  /// The leaves and sources from which the results of a call are made.
  const Leaves& results() const { return results_; }
  const std::vector<LeafSource>& result_sources() const { return result_sources_; }
  const Leaves& arguments() const { return arguments_; }
  const std::vector<LeafSource>& argument_sources() const { return argument_sources_; }
  bool writes_arguments() const { return writes_arguments_; }
  const std::vector<ThrowSite>& throw_sites() const { return throw_sites_; }
  StoredArguments room_to_store() const { return StoredArguments(stored_count_); }
  /// True if a call writes variables of the program.
  bool writes() const { return writes_arguments_ || !stores_.empty(); }
  std::shared_ptr<const ir::Graph> graph() const { return graph_; }
  const std::vector<std::string>& parameters() const { return parameters_; }
  /// The types of the results, and of the captured inputs.
  const std::vector<ArgumentType>& outputs() const { return outputs_; }
  const std::vector<ArgumentType>& captures() const { return captures_; }

  /// The captured variables, and the address of each object (root) that the trace is fixed to; null if each call names
  /// its own.
  const tracing::Prologue& prologue() const { return prologue_; }
  const std::vector<const void*>& pinned() const { return pinned_; }

  // Members of the lists of its function.
  mutable TraceLink next;
  mutable std::atomic<uint64_t> last_use{0};
  bool droppable = false;               // may be dropped while the function lives
  std::atomic<bool> is_dropped{false};  // dropped or cleared: look-ups skip it

 private:
  /// The write-back of a variable outside of the function that the trace writes.
  struct Store {
    tracing::Place place;
    LeafSource source;
    std::optional<tracing::Prologue::Slot> slot;  // a number that the prologue computes
    Number number;                                // a number that is the same in every call
    bool is_tensor = false;
    Tensor tensor;
  };

  /// The executor of the graph; the instrumented one while profiling, cancellation or numeric checks are active.
  const exec::Executor& executor() const;
  /// True if the graph runs on the host, and an input is on a device: FunctionOptions::device permits that.
  bool must_copy(std::span<const Tensor* const> inputs) const;
  /// Runs the graph. An error names the calls that lead to its place.
  void run_graph(std::span<const Tensor* const> inputs, std::span<Tensor> outputs) const;
  /// The slow path of run_plain: looks up the code that runs without a frame and keeps it for later calls, or runs with
  /// a frame where that code has declined.
  void run_plain_graph(std::span<const Tensor* const> inputs, std::span<Tensor* const> outputs) const;
  bool captures_match(const SignatureBuilder& call) const;
  void check_variables(const Leaves& placeholders, SourceLocation location) const;
  /// Runs the body. An exception that leaves it is recorded after the effects of the body.
  void record(tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders,
              const ThrownArguments& thrown);
  void keep_stores(tracing::Trace& trace, tracing::Captures& captures, std::map<ir::ValueId, int32_t>& outputs,
                   SourceLocation location);
  void store(std::span<const Tensor> outputs, const SignatureBuilder& call) const;

  void describe_results();
  bool takes_and_gives_tensors() const;

  // If the trace is plain: type and dimensions of each argument.
  std::vector<uint64_t> plain_types_;
  mutable std::atomic<const exec::DirectCall*> direct_call_{nullptr};  // set by the first call of a plain trace
  CallType type_;
  std::vector<std::string> parameters_;
  SourceLocation called_at_;                     // source location of the function
  device::DeviceNumber device_ = device::kHost;  // that the graph runs on
  std::vector<ArgumentType> outputs_, captures_;
  std::shared_ptr<ir::Graph> graph_;
  size_t input_count_ = 0;  // the inputs of the signature; captured inputs follow
  std::unique_ptr<exec::Executor> executor_;
  exec::RunOptions run_options_;
  exec::Specialization specialization_;
  int threads_ = 0;
  mutable std::once_flag observed_once_;
  mutable std::unique_ptr<exec::Executor> observed_;
  Leaves results_, arguments_;
  std::vector<LeafSource> result_sources_, argument_sources_;
  bool writes_arguments_ = false;
  std::vector<ThrowSite> throw_sites_;
  size_t stored_count_ = 0;
  bool single_ = false, gives_each_once_ = false;
  std::shared_ptr<const void> prototype_;
  tracing::Prologue prologue_;
  std::vector<std::string> captured_names_;
  std::vector<SignatureBuilder> captured_types_;  // of the captured tensors
  std::vector<Store> stores_;
  // The address of a root in static storage, which is the same in every call; null for other roots.
  std::vector<const void*> pinned_;
  bool throws_ = false, ready_ = false;
  std::vector<tracing::Captures::Made> made_;
};

/// The hash of the tensor types that `fits` compares.
inline uint64_t hash_of(std::span<const Tensor* const> arguments) {
  WordsHash hash;
  for (const Tensor* argument : arguments) {
    const TensorImpl* impl = argument->impl();
    if (!impl) continue;
    hash.add(impl->type_word());
    for (int64_t dim : impl->shape) hash.add(static_cast<uint64_t>(dim));
  }
  return hash.value();
}

/// A rank-0 tensor that is a host number may be identified by its value.
inline bool ConcreteTrace::fits(std::span<const Tensor* const> arguments) const {
  const uint64_t* word = plain_types_.data();
  for (const Tensor* argument : arguments) {
    const TensorImpl* impl = argument->impl();
    if (!impl || *word++ != impl->type_word()) return false;
    for (int64_t dim : impl->shape) {
      if (*word++ != static_cast<uint64_t>(dim)) return false;
    }
  }
  return true;
}

}  // namespace ag::detail
