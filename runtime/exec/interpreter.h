#pragma once
/// Runs a graph node by node with the host kernels. It is the oracle for every faster executor.
#include <memory>
#include <span>
#include <vector>

#include "exec/compiled.h"
#include "exec/executor.h"
#include "exec/plan.h"

namespace ag::exec {

/// A loop compiled to native code.
struct CompiledLoop {
  std::unique_ptr<Compiled> code;     // takes the carried values, then the captured ones
  std::vector<ir::ValueId> captured;  // values of the graph
};

/// Counts the work of a call, and provides native code for loops that have taken much of it.
class WorkWatch {
 public:
  virtual ~WorkWatch() = default;
  /// Called at the beginning of an iteration once `work` has reached `limit`. If it returns null, the interpreter
  /// continues.
  virtual const CompiledLoop* loop(ir::NodeId) { return nullptr; }

  /// Number of elements of a result that count as one unit. An operation counts as a unit, too, and takes about as
  /// long.
  static constexpr int64_t kElementsPerUnit = 32;

  uint64_t work = 0;
  uint64_t limit = ~uint64_t{0};
  bool can_stop = false;  // also the loops that it returns
};

class Interpreter : public Executor {
 public:
  explicit Interpreter(std::shared_ptr<const ir::Graph> graph) : plan_(make_plan(std::move(graph))) {}

  const ir::Graph& graph() const { return *plan_.graph; }
  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  std::vector<Tensor> run(std::span<const Tensor* const> inputs, WorkWatch& watch) const;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results, WorkWatch& watch) const;

 private:
  Plan plan_;
};

}  // namespace ag::exec
