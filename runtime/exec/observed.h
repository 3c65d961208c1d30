#pragma once
/// Runs a graph for those who look at more than its results (watch.h).
#include <memory>
#include <mutex>
#include <string>

#include "exec/executor.h"

namespace ag::exec {

class Observed : public Executor {
 public:
  /// `unobserved`: what runs the graph else. `place`: where its function stands.
  Observed(std::shared_ptr<const ir::Graph> graph, const Executor& unobserved, std::string signature,
           SourceLocation place)
      : graph_(std::move(graph)), unobserved_(unobserved), signature_(std::move(signature)), place_(place) {}

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;

 private:
  const Executor& executor() const;

  std::shared_ptr<const ir::Graph> graph_;
  const Executor& unobserved_;
  std::string signature_;
  SourceLocation place_;
  mutable std::once_flag once_;
  mutable std::unique_ptr<Executor> interpreter_;
};

}  // namespace ag::exec
