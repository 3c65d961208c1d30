#pragma once
/// One trace of a function: the graph for one signature, ready to run.
#include <memory>
#include <vector>

#include "ag/function.h"
#include "exec/executor.h"
#include "staging/captures.h"

namespace ag::detail {

/// A leaf of a result or an argument after the call, and where it comes from.
struct LeafSource {
  enum class Kind : uint8_t { Fixed, Output, Input };
  Kind kind = Kind::Fixed;  // Fixed: as it was while tracing
  int32_t index = 0;        // of the graph's output, or of the call's input
};

class ConcreteTrace {
 public:
  /// Runs the body of `request` on symbols and makes its graph ready for an executor. Throws what the body throws.
  ConcreteTrace(const std::string& name, exec::ExecutorKind executor, const SignatureBuilder& signature,
                const TraceRequest& request);

  /// Whether it holds for a call. Where it does, the call knows what it captured.
  bool matches(const SignatureBuilder& signature) const;
  /// An exception left the function while it was traced: it holds for this call only.
  bool throws() const { return throws_; }
  void run(const SignatureBuilder& call, Leaves& results, Leaves& arguments) const;
  Tensor run_single(const SignatureBuilder& call) const;
  bool single() const { return single_; }
  const void* prototype() const { return prototype_.get(); }
  const std::shared_ptr<const ir::Graph>& graph() const { return graph_; }

  const ConcreteTrace* next = nullptr;  // in the list of the function's traces

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

  bool captures_match(const SignatureBuilder& call) const;
  /// Runs the body, and records an exception that leaves it behind what it wrote.
  void record(tracing::Trace& trace, const TraceRequest& request, const Leaves& placeholders);
  void keep_stores(tracing::Trace& trace, tracing::Captures& captures, std::map<ir::ValueId, int32_t>& outputs,
                   SourceLocation location);
  void store(const std::vector<Tensor>& outputs, const SignatureBuilder& call) const;

  uint64_t hash_;
  std::vector<uint64_t> signature_;
  std::shared_ptr<const ir::Graph> graph_;
  std::unique_ptr<exec::Executor> executor_;
  Leaves results_, arguments_;
  std::vector<LeafSource> result_sources_, argument_sources_;
  bool writes_arguments_ = false;
  bool single_ = false;
  std::shared_ptr<const void> prototype_;
  tracing::Prologue prologue_;
  std::vector<SignatureBuilder> captured_types_;  // of the tensors outside of the function
  std::vector<Store> stores_;
  // A root that lives as long as the program is known by its address (a global has a name as well); others are null.
  std::vector<const void*> pinned_;
  bool throws_ = false;
};

}  // namespace ag::detail
