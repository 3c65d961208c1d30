#pragma once
/// What runs a graph. All executors give the same results, to the bit.
#include <memory>
#include <span>
#include <vector>

#include "graph/graph.h"

namespace ag::exec {

class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs the graph on inputs of its argument types. May be called by several threads at a time.
  virtual std::vector<Tensor> run(std::span<const Tensor* const> inputs) const = 0;
  /// The same with one result, without a list for it.
  virtual Tensor run_single(std::span<const Tensor* const> inputs) const = 0;
};

enum class ExecutorKind : uint8_t { Interpreter, Compiled };

/// What a user asked for, and what the environment says where the user left it open: AG_EXECUTOR is interpreter,
/// compiled or automatic.
ExecutorKind choose_executor(bool asks_interpreter, bool asks_compiled);

/// Makes a verified graph ready to run. Where the code generator is not installed the interpreter runs, and a note on
/// std::cerr says so, once.
std::unique_ptr<Executor> make_executor(ExecutorKind kind, std::shared_ptr<const ir::Graph> graph);

}  // namespace ag::exec
