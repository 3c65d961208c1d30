#pragma once
/// What runs a graph. All executors give the same results, to the bit, but for native code that may be fast.
#include <memory>
#include <span>
#include <vector>

#include "graph/callee.h"
#include "graph/graph.h"

namespace ag::exec {

class Frameless;  // frameless.h

class Executor {
 public:
  virtual ~Executor() = default;
  /// Runs the graph on inputs of its argument types. May be called by several threads at a time.
  virtual std::vector<Tensor> run(std::span<const Tensor* const> inputs) const = 0;
  /// The same where the caller has room for the results, all of them.
  virtual void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const = 0;
  /// What runs it without more ado from now on, for any inputs, where that is there; and the same as above where that
  /// has been tried.
  virtual const Frameless* frameless() const { return nullptr; }
  virtual void run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const {
    run_into(inputs, results);
  }
  /// The same with one result.
  Tensor run_single(std::span<const Tensor* const> inputs) const {
    Tensor result;
    run_into(inputs, {&result, 1});
    return result;
  }
};

enum class ExecutorKind : uint8_t {
  Automatic,  // the interpreter at first, native code where that has paid (automatic.h)
  Interpreter,
  Compiled,
};

/// What a user asked for, and what the environment says where the user left it open: AG_EXECUTOR is interpreter,
/// compiled or automatic.
ExecutorKind choose_executor(bool asks_interpreter, bool asks_compiled);

/// Whether native code may round floating-point numbers otherwise than the interpreter: what a user asked for, and what
/// the environment says where the user left it open: AG_FLOATING_POINT is strict or fast.
bool choose_fast(bool asks_strict, bool asks_fast);

/// How native code is made.
struct NativeOptions {
  bool fast = false;                 // choose_fast
  bool can_stop = false;             // its loops ask now and then whether somebody ends them (watch.h)
  bool shares_all = false;           // Program::shares_all
  ir::CalleeOf callee_of = nullptr;  // of nodes that call graphs, which native code may call itself
};

/// How graphs are run.
struct RunOptions {
  ExecutorKind executor = ExecutorKind::Automatic;
  NativeOptions native = {};
};

/// Makes the graph for arguments of these shapes of one that takes more.
using Specialize = std::shared_ptr<const ir::Graph> (*)(const ir::Graph& graph, std::span<const Shape> shapes);

/// Makes a verified graph ready to run. Where the code generator is not installed the interpreter runs; where native
/// code was asked for, a note on std::cerr says so, once.
///
/// Native code of a graph with unknown dimensions calls kernels for most of what has them. With `specialize`, shapes
/// that a second call has get native code of their own.
std::unique_ptr<Executor> make_executor(const RunOptions& options, std::shared_ptr<const ir::Graph> graph,
                                        Specialize specialize = nullptr);

}  // namespace ag::exec
