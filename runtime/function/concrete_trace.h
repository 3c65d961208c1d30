#pragma once
/// One trace of a function: the graph for one signature, ready to run.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ag/state.h"
#include "ag/traced_function.h"
#include "exec/executor.h"
#include "exec/frameless.h"
#include "exec/observed.h"
#include "function/call_type.h"
#include "function/leaf_source.h"
#include "function/recent_traces.h"
#include "function/tail_calls.h"
#include "function/thrown_arguments.h"
#include "function/trace_link.h"
#include "staging/captures.h"

namespace ag::detail {

class ConcreteTrace : public std::enable_shared_from_this<ConcreteTrace> {
 public:
  /// Runs the body of `request` on symbols. Throws what the body throws.
  ConcreteTrace(const std::string& name, CallType type, const Roots& roots, const TraceRequest& request);
  /// Calls of itself that are the last thing on a path become rounds of a loop; `callee`: what the nodes keep.
  void loop_tail_calls(const void* callee) { detail::loop_tail_calls(*graph_, callee); }
  /// Makes the graph ready to run, in front of everything else; with at most so many threads, where that is not 0.
  void make_ready(const exec::RunOptions& options, int threads, bool fixed_points);

  /// Where the function stands.
  SourceLocation called_at() const { return called_at_; }
  /// The calls that it serves.
  const CallType& type() const { return type_; }
  /// Whether it holds for a call with this signature. Where it does, the call knows what it captured.
  bool matches(const SignatureBuilder& call) const { return type_.is(call.words()) && holds_for(call); }
  bool matches_generally(const SignatureBuilder& call) const { return type_.accepts(call.words()) && holds_for(call); }
  /// Whether what it captured still decides as it did, for a call whose arguments fit. The call then knows what it
  /// captured.
  bool holds_for(const SignatureBuilder& call) const { return prologue_.empty() || captures_match(call); }
  /// What it captured and finds otherwise today, for a call whose arguments fit.
  std::optional<RetraceReason> changed_capture(const SignatureBuilder& call) const;
  /// Whether a call is known by its tensors alone, and gives what the graph gives, in the same order.
  bool is_plain() const { return !plain_types_.empty(); }
  /// Of one that is plain: whether it serves a call of these tensors.
  bool fits(std::span<const Tensor* const> arguments) const;
  /// Runs it for one that fits.
  void run_plain(std::span<const Tensor* const> arguments, std::span<Tensor* const> results) const {
    const exec::Frameless* code = frameless_.load(std::memory_order_acquire);
    if (!code || !code->run(arguments, results)) [[unlikely]]
      run_plain_graph(arguments, results);
  }
  /// An exception left the function while it was traced: it holds for this call only.
  bool throws() const { return throws_; }
  /// What of the program the body changed while it was traced: a later call runs the graph and does not.
  const std::vector<tracing::Captures::Made>& made() const { return made_; }
  /// A call of symbols becomes a part of the graph that is being traced. `stored`: for what it stores before it throws.
  void run(const SignatureBuilder& call, const StoredArguments& stored, std::span<Tensor> outputs) const;
  Tensor run_single(const SignatureBuilder& call) const;
  /// A call that another graph makes, or its own: what the graph gives.
  std::vector<Tensor> call(std::span<const Tensor> operands) const;
  /// The graph, where such a call does nothing but run it, once it is ready and where it runs as native code that is
  /// `fast` or is not, with as many threads as there may be; else null.
  std::shared_ptr<const ir::Graph> graph_to_call(bool fast) const;
  /// How many tensors the graph gives.
  size_t output_count() const { return graph_->block(graph_->body()).results.size(); }
  /// What the graph gives, for such calls.
  std::vector<ir::TensorType> output_types() const;
  /// Whether its results are made of what the graph gives as those of the other are.
  bool is_filled_like(const ConcreteTrace& other) const;
  /// Throws where such a call cannot do what the function does.
  void check_callable(SourceLocation location) const;
  bool single() const { return single_; }
  /// Whether each output of the graph is one tensor of the results at most, as it is: it need not be kept.
  bool gives_each_once() const { return gives_each_once_; }
  const void* prototype() const { return prototype_.get(); }
  /// What a call gives is made of these.
  const Leaves& results() const { return results_; }
  const std::vector<LeafSource>& result_sources() const { return result_sources_; }
  const Leaves& arguments() const { return arguments_; }
  const std::vector<LeafSource>& argument_sources() const { return argument_sources_; }
  bool writes_arguments() const { return writes_arguments_; }
  const std::vector<ThrowSite>& throw_sites() const { return throw_sites_; }
  StoredArguments room_to_store() const { return StoredArguments(stored_count_); }
  /// Whether a call writes variables of the program.
  bool writes() const { return writes_arguments_ || !stores_.empty(); }
  std::shared_ptr<const ir::Graph> graph() const { return graph_; }
  /// The names of the parameters.
  const std::vector<std::string>& parameters() const { return parameters_; }
  /// The types of its results, and of what it reads outside of its arguments.
  const std::vector<ArgumentType>& outputs() const { return outputs_; }
  const std::vector<ArgumentType>& captures() const { return captures_; }

  /// What it reads outside of its arguments, and the objects that it works on; null where each call names its own.
  const tracing::Prologue& prologue() const { return prologue_; }
  const std::vector<const void*>& pinned() const { return pinned_; }

  // In the lists of its function.
  mutable TraceLink next;
  mutable std::atomic<uint64_t> last_use{0};
  bool droppable = false;               // while its function lives
  std::atomic<bool> is_dropped{false};  // or cleared: calls do not find it any more

 private:
  /// What becomes of a variable outside of the function that the trace writes.
  struct Store {
    tracing::Place place;
    LeafSource source;
    std::optional<tracing::Prologue::Slot> slot;  // a number that the prologue computes
    Number number;                                // one that is always the same
    bool is_tensor = false;
    Tensor tensor;
  };

  /// What runs the graph.
  const exec::Executor& executor() const;
  /// What the graph gives; an error names the calls that lead to its place.
  void run_graph(std::span<const Tensor* const> inputs, std::span<Tensor> outputs) const;
  /// The same where what runs without a frame is not there, and is kept then for later calls, or has been tried.
  void run_plain_graph(std::span<const Tensor* const> inputs, std::span<Tensor* const> outputs) const;
  bool captures_match(const SignatureBuilder& call) const;
  void check_variables(const Leaves& placeholders, SourceLocation location) const;
  /// Runs the body, and records an exception that leaves it behind what it wrote.
  void record(tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders,
              const ThrownArguments& thrown);
  void keep_stores(tracing::Trace& trace, tracing::Captures& captures, std::map<ir::ValueId, int32_t>& outputs,
                   SourceLocation location);
  void store(std::span<const Tensor> outputs, const SignatureBuilder& call) const;

  void describe_results();
  bool takes_and_gives_tensors() const;

  // Where it is plain: of each argument the type and the dimensions.
  std::vector<uint64_t> plain_types_;
  mutable std::atomic<const exec::Frameless*> frameless_{nullptr};  // of the executor, once it is known
  CallType type_;
  std::vector<std::string> parameters_;
  SourceLocation called_at_;  // where the function stands
  std::vector<ArgumentType> outputs_, captures_;
  std::shared_ptr<ir::Graph> graph_;
  size_t input_count_ = 0;  // those of the signature; others follow
  std::unique_ptr<exec::Executor> executor_;
  exec::RunOptions run_options_;
  exec::Specialize specialize_ = nullptr;  // the graph
  int threads_ = 0;
  mutable std::once_flag observed_once_;
  mutable std::unique_ptr<exec::Observed> observed_;
  Leaves results_, arguments_;
  std::vector<LeafSource> result_sources_, argument_sources_;
  bool writes_arguments_ = false;
  std::vector<ThrowSite> throw_sites_;
  size_t stored_count_ = 0;
  bool single_ = false, gives_each_once_ = false;
  std::shared_ptr<const void> prototype_;
  tracing::Prologue prologue_;
  std::vector<std::string> captured_names_;
  std::vector<SignatureBuilder> captured_types_;  // of the tensors outside of the function
  std::vector<Store> stores_;
  // A root that lives as long as the program is known by its address (a global has a name as well); others are null.
  std::vector<const void*> pinned_;
  bool throws_ = false, ready_ = false;
  std::vector<tracing::Captures::Made> made_;
};

/// Of the types of tensors that `fits` compares.
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

/// (A tensor of rank 0 that is a number of the host may be known by its value.)
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
