#pragma once
/// Runs a graph under observation (observation.h). A check of every operation requires the interpreter. Under
/// cancellation the graph runs on its usual executor, with native code whose loops test for cancellation.
#include <memory>
#include <mutex>
#include <string>

#include "exec/executor.h"

namespace ag::exec {

class InstrumentedExecutor : public Executor {
 public:
  /// The executor without observation, and its options.
  struct Unobserved {
    const Executor& executor;
    RunOptions options;
    Specialization specialization = {};
    int threads = 0;  // limit for large loops; 0: none
  };
  /// `place` is the location of the function.
  InstrumentedExecutor(std::shared_ptr<const ir::Graph> graph, const Unobserved& unobserved, std::string signature,
                       SourceLocation place)
      : graph_(std::move(graph)), unobserved_(unobserved), signature_(std::move(signature)), place_(place) {}

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  /// Returns the executor for the current observation.
  const Executor& executor() const;

 private:
  std::shared_ptr<const ir::Graph> graph_;
  Unobserved unobserved_;
  std::string signature_;
  SourceLocation place_;
  mutable std::once_flag interpreter_once_, stoppable_once_;
  mutable std::unique_ptr<Executor> interpreter_, stoppable_;
};

}  // namespace ag::exec
