#pragma once
/// One trace of a function: the graph for one signature, ready to run.
#include <memory>
#include <vector>

#include "ag/function.h"
#include "exec/executor.h"

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

  bool matches(const SignatureBuilder& signature) const;
  void run(std::span<const Tensor* const> inputs, Leaves& results, Leaves& arguments) const;
  Tensor run_single(std::span<const Tensor* const> inputs) const { return executor_->run_single(inputs); }
  bool single() const { return single_; }
  const void* prototype() const { return prototype_.get(); }
  const std::shared_ptr<const ir::Graph>& graph() const { return graph_; }

  const ConcreteTrace* next = nullptr;  // in the list of the function's traces

 private:
  uint64_t hash_;
  std::vector<uint64_t> signature_;
  std::shared_ptr<const ir::Graph> graph_;
  std::unique_ptr<exec::Executor> executor_;
  Leaves results_, arguments_;
  std::vector<LeafSource> result_sources_, argument_sources_;
  bool writes_arguments_ = false;
  bool single_ = false;
  std::shared_ptr<const void> prototype_;
};

}  // namespace ag::detail
