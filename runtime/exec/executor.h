#pragma once
/// Interface of executors, which run graphs. All executors compute results that are equal to the bit, except native
/// code in fast mode.
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/machine.h"
#include "graph/callee.h"
#include "graph/graph.h"

namespace ag::exec {

class DirectCall;  // direct_call.h

class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs the graph on inputs of its argument types. Several threads may call it concurrently.
  virtual std::vector<Tensor> run(std::span<const Tensor* const> inputs) const = 0;
  /// The same, with storage for all results provided by the caller.
  virtual void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const = 0;
  /// Returns the code that a caller may call directly from then on, for any inputs, or null. run_framed is the fallback
  /// after such a call has failed.
  virtual const DirectCall* frameless() const { return nullptr; }
  virtual void run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
    run_into(inputs, results);
  }
  /// The same for a graph with one result.
  Tensor run_single(std::span<const Tensor* const> inputs) const {
    Tensor result;
    run_into(inputs, {&result, 1});
    return result;
  }
};

enum class ExecutorKind : uint8_t {
  TieredExecutor,  // the interpreter first, then native code if it pays (tiered_executor.h)
  Interpreter,
  Compiled,
};

/// Returns the executor that the user requested. Without a request, the environment decides: AG_EXECUTOR is
/// interpreter, compiled or automatic.
ExecutorKind choose_executor(bool asks_interpreter, bool asks_compiled);

/// True if native code may round floating-point numbers differently from the interpreter. Without a request of the
/// user, the environment decides: AG_FLOATING_POINT is strict or fast.
bool choose_fast(bool asks_strict, bool asks_fast);

/// Options for making native code.
struct NativeOptions {
  bool fast = false;                            // choose_fast
  bool can_stop = false;                        // loops regularly test for cancellation (observation.h)
  bool shares_all = false;                      // Program::shares_all
  ir::CalleeOf callee_of = nullptr;             // of nodes that call graphs, which native code may call itself
  detail::Machine machine = detail::machine();  // that native code is for
};

/// Options for running graphs.
struct RunOptions {
  ExecutorKind executor = ExecutorKind::TieredExecutor;
  NativeOptions native = {};
};

/// The facts about the argument of a call for which a graph is specialized.
struct ArgumentFacts {
  Shape shape;
  std::optional<int64_t> number;  // of an argument that extent_numbers names
  bool operator==(const ArgumentFacts&) const = default;
};

/// The specialization of graphs for the facts of calls.
struct Specialization {
  /// Returns the arguments, integers of rank 0, that decide extents which the graph does not know.
  std::vector<size_t> (*extent_numbers)(const ir::Graph& graph) = nullptr;
  /// Makes the graph for arguments with these facts.
  std::shared_ptr<const ir::Graph> (*specialize)(const ir::Graph& graph,
                                                 std::span<const ArgumentFacts> facts) = nullptr;
};

/// Makes an executor for a verified graph. If the code generator is not installed, the interpreter runs the graph. If
/// native code was requested, a note on std::cerr reports this once.
///
/// Native code of a graph with symbolic dimensions, or with extents that numbers of arguments decide, calls kernels for
/// most operations on such arrays. With `specialization`, the second call with the same facts gets native code for
/// these.
std::unique_ptr<Executor> make_executor(const RunOptions& options, std::shared_ptr<const ir::Graph> graph,
                                        const Specialization& specialization = {});

}  // namespace ag::exec
