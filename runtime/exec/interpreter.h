#pragma once
/// Runs a graph node by node with the host kernels: the oracle that every faster executor must agree with.
#include <memory>
#include <span>
#include <vector>

#include "exec/plan.h"

namespace ag::exec {

class Interpreter {
 public:
  explicit Interpreter(std::shared_ptr<const ir::Graph> graph) : plan_(make_plan(std::move(graph))) {}

  const ir::Graph& graph() const { return *plan_.graph; }
  /// Runs the graph on inputs of its argument types. May be called by several threads at a time.
  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const;
  /// The same with one result, without a list for it.
  Tensor run_single(std::span<const Tensor* const> inputs) const;

 private:
  Plan plan_;
};

}  // namespace ag::exec
