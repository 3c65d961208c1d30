#pragma once
/// Runs a graph node by node with the host kernels: the oracle that every faster executor must agree with.
#include <memory>
#include <span>
#include <vector>

#include "exec/executor.h"
#include "exec/plan.h"

namespace ag::exec {

class Interpreter : public Executor {
 public:
  explicit Interpreter(std::shared_ptr<const ir::Graph> graph) : plan_(make_plan(std::move(graph))) {}

  const ir::Graph& graph() const { return *plan_.graph; }
  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  Tensor run_single(std::span<const Tensor* const> inputs) const override;

 private:
  Plan plan_;
};

}  // namespace ag::exec
