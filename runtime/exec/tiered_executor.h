#pragma once
/// Tiered execution: the interpreter runs a graph until compiling it pays, then native code does.
///
/// The decision counts work and does not depend on the clock. An operation of the interpreter counts 1, plus 1 for each
/// kElementsPerUnit elements of its result. A call counts kUnitsPerCall in addition. When the sum reaches the cost of
/// compilation in the same units, the graph is compiled at its next call. A loop that reaches it is compiled
/// separately, and the running call continues in native code at the next iteration (on-stack replacement).
///
/// A graph with symbolic dimensions is compiled in general form, which leaves most of the work on them to kernels. It
/// is compiled again for shapes that recur. A graph in which numbers of arguments decide extents is compiled for the
/// numbers of the first call, and for numbers that recur.
///
/// Programs that profit: those that take a size as a tensor: capacities of tables, lengths of windows, numbers of bins.
#include <array>
#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "exec/compiled.h"
#include "exec/interpreter.h"

namespace ag::exec {

class TieredExecutor : public Executor {
 public:
  enum class Begin : uint8_t { Interpreted, Compiled };

  explicit TieredExecutor(std::shared_ptr<const ir::Graph> graph, const Specialization& specialization = {},
                          NativeOptions native = {}, Begin begin = Begin::Interpreted);

  /// True if calls have facts for which the graph may be specialized.
  static bool is_open(const ir::Graph& graph, const Specialization& specialization);

  std::vector<Tensor> run(std::span<const Tensor* const> inputs) const override;
  void run_into(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;

  const DirectCall* frameless() const override;
  void run_framed(std::span<const Tensor* const> inputs, std::span<Tensor> results) const override;
  /// True if calls run as native code.
  bool is_compiled() const { return compiled_.load(std::memory_order_acquire) != nullptr; }
  /// Returns the number of facts with native code of their own.
  size_t special_count() const;
  /// Returns the number of loops that continued in native code.
  int continued_loops() const { return continued_.load(std::memory_order_relaxed); }

  static constexpr size_t kMaxSpecial = 8;
  static constexpr uint64_t kUnitsPerCall = 4'000;
  static constexpr uint64_t kUnitsToCompile = 100'000;      // an empty graph
  static constexpr uint64_t kUnitsToCompileANode = 10'000;  // each operation

 private:
  class Watching;

  /// Native code for the facts of one call.
  struct Special {
    bool fits(std::span<const Tensor* const> inputs) const;

    std::vector<ArgumentFacts> facts;
    std::unique_ptr<Compiled> code;  // null at the first call with symbolic dimensions
    std::atomic<const Compiled*> ready{nullptr};
    bool tried = false;
  };

  /// Returns the native code if it exists or if compiling it pays, else null.
  const Compiled* compiled(std::span<const Tensor* const> inputs) const;
  const Compiled* special(std::span<const Tensor* const> inputs) const;
  std::vector<ArgumentFacts> facts_of(std::span<const Tensor* const> inputs) const;
  const CompiledLoop* loop(ir::NodeId node) const;

  std::unique_ptr<Compiled> compile(const ir::Graph& graph) const;

  Interpreter interpreter_;
  Specialization specialization_;
  NativeOptions native_;
  uint64_t limit_;
  bool has_open_shapes_;
  std::vector<size_t> numbers_;  // the arguments that decide extents
  bool open_ = false;
  mutable std::atomic<uint64_t> work_{0};
  mutable std::atomic<const Compiled*> compiled_{nullptr};
  mutable std::atomic<bool> failed_{false};
  mutable std::atomic<int> continued_{0};
  mutable std::mutex mutex_;
  mutable std::unique_ptr<Compiled> code_;
  mutable std::array<Special, kMaxSpecial> special_;
  mutable std::atomic<size_t> special_known_{0};  // length of the prefix whose facts are set and do not change
  mutable std::map<ir::NodeId, std::unique_ptr<CompiledLoop>> loops_;
};

}  // namespace ag::exec
