#pragma once
/// Runs a graph for those who look at more than its results (watch.h): in the interpreter where each operation counts;
/// where the graph may be ended, as it runs else, but for native code whose loops ask whether they are to go on.
#include <memory>
#include <mutex>
#include <string>

#include "exec/executor.h"

namespace ag::exec {

class Observed : public Executor {
 public:
  /// How the graph runs else, and what runs it.
  struct Unobserved {
    const Executor& executor;
    RunOptions options;
    Specialize specialize = nullptr;
    int threads = 0;  // of large loops, at most; 0: no bound
  };
  /// `place`: where its function stands.
  Observed(std::shared_ptr<const ir::Graph> graph, const Unobserved& unobserved, std::string signature,
           SourceLocation place)
      : graph_(std::move(graph)), unobserved_(unobserved), signature_(std::move(signature)), place_(place) {}

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  /// What runs the graph now.
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
