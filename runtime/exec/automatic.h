#pragma once
/// Runs a graph in the interpreter until it has shown that compiling it pays, and as native code from then on.
///
/// The rule counts work, so that which machine runs does not depend on the clock: an operation of the interpreter
/// counts 1 and 1 more for every kElementsPerUnit elements of its result, a call counts kUnitsPerCall besides. When the
/// sum reaches what compiling costs, in the same units, the graph is compiled at its next call. A loop that reaches it
/// is compiled by itself, and the running call goes on in native code at the next iteration.
///
/// A graph with unknown dimensions is compiled as it is, which leaves most of the work on them to kernels, and again
/// for shapes that come back.
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "exec/compiled.h"
#include "exec/interpreter.h"

namespace ag::exec {

class Automatic : public Executor {
 public:
  enum class Begin : uint8_t { Interpreted, Compiled };

  explicit Automatic(std::shared_ptr<const ir::Graph> graph, Specialize specialize = nullptr, NativeOptions native = {},
                     Begin begin = Begin::Interpreted);

  /// Whether arguments have unknown dimensions.
  static bool is_open(const ir::Graph& graph);

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;

  const Frameless* frameless() const override;
  void run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  /// Whether calls run as native code by now.
  bool is_compiled() const { return compiled_.load(std::memory_order_acquire) != nullptr; }
  /// For how many shapes of the arguments there is native code.
  size_t special_count() const;
  /// How many loops went on in native code.
  int continued_loops() const { return continued_.load(std::memory_order_relaxed); }

  static constexpr size_t kMostSpecial = 8;
  static constexpr uint64_t kUnitsPerCall = 4'000;
  static constexpr uint64_t kUnitsToCompile = 100'000;      // an empty graph
  static constexpr uint64_t kUnitsToCompileANode = 10'000;  // each operation

 private:
  class Watching;

  /// Native code for shapes of the arguments.
  struct Special {
    bool fits(std::span<const Tensor* const> inputs) const;

    std::vector<Shape> shapes;
    std::unique_ptr<Compiled> code;  // not at the first call with them
    std::atomic<const Compiled*> ready{nullptr};
    bool tried = false;
  };

  /// The native code, where it is there, or pays now.
  const Compiled* compiled(std::span<const Tensor* const> inputs) const;
  const Compiled* special(std::span<const Tensor* const> inputs) const;
  const CompiledLoop* loop(ir::NodeId node) const;

  std::unique_ptr<Compiled> compile(const ir::Graph& graph) const;

  Interpreter interpreter_;
  Specialize specialize_;
  NativeOptions native_;
  uint64_t limit_;
  bool open_;
  mutable std::atomic<uint64_t> work_{0};
  mutable std::atomic<const Compiled*> compiled_{nullptr};
  mutable std::atomic<bool> failed_{false};
  mutable std::atomic<int> continued_{0};
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Compiled> code_;
  mutable std::array<Special, kMostSpecial> special_;
  mutable std::atomic<size_t> special_known_{0};  // those in front, whose shapes stay
  mutable std::map<ir::NodeId, std::unique_ptr<CompiledLoop>> loops_;
};

}  // namespace ag::exec
