#pragma once
/// Runs a graph node by node with the host kernels: the oracle that every faster executor must agree with.
#include <memory>
#include <span>
#include <vector>

#include "exec/compiled.h"
#include "exec/executor.h"
#include "exec/plan.h"

namespace ag::exec {

/// A loop as native code.
struct CompiledLoop {
  std::unique_ptr<Compiled> code;     // takes what the loop carries, then what it captures
  std::vector<ir::ValueId> captured;  // values of the graph
};

/// Counts the work of a call, and says how a loop goes on that has taken much of it.
class WorkWatch {
 public:
  virtual ~WorkWatch() = default;
  /// Asked at the beginning of an iteration once `work` has reached `limit`; null: the interpreter goes on.
  virtual const CompiledLoop* loop(ir::NodeId) { return nullptr; }

  /// An operation is a unit, and so are this many elements of its result: about as long.
  static constexpr int64_t kElementsPerUnit = 32;

  uint64_t work = 0;
  uint64_t limit = ~uint64_t{0};
  bool can_stop = false;  // also the loops that it gives
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
