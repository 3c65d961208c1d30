#pragma once
/// Reverse-mode differentiation of graphs: visits the nodes from last to first and applies the rule of each operation.
///
/// The same walk serves two uses. In a graph that is being traced, the gradient is recorded after the forward
/// computation. For the record of an eager computation, rules compute at once. The gradient of `cond` is a `cond` of
/// the gradients of its arms; that of `while_loop` is a `while_loop` over the iterations in reverse.
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "grad/pullback.h"
#include "trace/context.h"
#include "trace/recorder.h"

namespace ag::grad {

/// The location of a recorded node of the gradient.
inline SourceLocation here() { return tracing::placed(SourceLocation::current()); }

/// A block of the forward computation whose gradient is being recorded.
struct Frame {
  ir::BlockId block;                                // the forward block
  ir::NodeId node;                                  // the node that owns it
  Tensor iteration{};                               // if the node is a loop: the index of the forward iteration, from 0
  Frame* outer = nullptr;                           // null: the node is in the block in which the gradient is requested
  std::unordered_map<ir::ValueId, Tensor> found{};  // forward values that are already available in the gradient's block

  bool is_loop() const { return iteration.defined(); }
};

/// Provides the values of the forward computation.
class Forward {
 public:
  virtual ~Forward() = default;
  virtual Tensor value(ir::ValueId value) = 0;
  virtual Tensor extent(ir::ValueId value, int64_t axis) = 0;
  /// Enters the block whose gradient is recorded next.
  virtual void enter(Frame& frame) = 0;
  virtual void leave() = 0;
  /// The trip count of a loop, in the block in which its gradient is recorded.
  virtual Tensor trip_count(ir::NodeId loop) = 0;
  /// The checkpoints: nodes whose values are recomputed.
  virtual const tracing::Checkpoints& checkpoints() const = 0;
};

/// The recomputed values of a checkpoint.
struct Again {
  std::unordered_map<ir::ValueId, Tensor> values;       // recomputed values, and inputs of the checkpoint
  std::unordered_map<ir::NodeId, ir::NodeId> branches;  // for branches and loops: the new node
  int64_t number = 0;  // an attribute that distinguishes the barriers of this checkpoint
};

/// The gradients of the values that are visible in one block.
using Gradients = std::unordered_map<ir::ValueId, Tensor>;

class Backward {
 public:
  /// `trace`: null if rules compute at once.
  Backward(ir::Graph& graph, Forward& forward, tracing::Trace* trace)
      : graph_(graph), forward_(forward), trace_(trace) {}

  /// Keeps the gradient of a variable under `handle`, one of the values that refer to it. `of` lists its handles.
  void watch_variable(ir::ValueId handle, const ir::TensorType& type, const std::vector<ir::ValueId>& of);
  /// Marks the values that depend on the targets, among the nodes from number `since` on. `blocks` are in order,
  /// outermost first.
  void mark(const std::vector<ir::ValueId>& targets, std::span<const ir::BlockId> blocks, ir::NodeId since);
  bool depends(ir::ValueId value) const;
  /// The value under which a gradient is kept: the chosen handle of a variable; otherwise the value itself.
  ir::ValueId name_of(ir::ValueId value) const;
  /// Walks the blocks from last to first, starting with the gradients that are given.
  void run(Gradients& gradients, std::span<const ir::BlockId> blocks);
  /// The same for the block of a frame, with additional gradients of its results.
  void run(Gradients& gradients, Frame& frame, const std::vector<std::pair<ir::ValueId, Tensor>>& results);

  /// The interface for rules.
  bool wants(ir::ValueId value) const { return depends(value); }
  Tensor value(ir::ValueId value) const;
  Tensor extent(ir::ValueId value, int64_t axis) const;
  Extents extents(ir::ValueId value) const;
  ir::TensorType type(ir::ValueId value) const;
  const Tensor* find(ir::ValueId value) const;
  Tensor zeros(ir::ValueId value) const;
  void add(ir::ValueId value, const Tensor& gradient);
  void replace(ir::ValueId value, Tensor gradient);
  Forward& forward() { return forward_; }
  ir::Graph& graph() { return graph_; }
  const ir::Graph& graph() const { return graph_; }
  tracing::Trace& trace() { return *trace_; }

 private:
  void mark_value(ir::ValueId value);
  void mark_block(ir::BlockId block);
  void mark_node(ir::NodeId node);
  void walk(Gradients& gradients, ir::BlockId block);
  void walk(ir::BlockId block, std::span<const ir::NodeId> nodes, const tracing::Checkpoint* inside);
  void differentiate(ir::NodeId node);
  bool has_gradient(ir::NodeId node) const;
  void forget_gradients(ir::NodeId node);

  // Recomputation of checkpoints (recompute.cpp).
  void walk_again(std::span<const ir::NodeId> nodes, const tracing::Checkpoint& checkpoint);
  void recompute(ir::NodeId node);
  const Tensor& given_again(ir::ValueId value);
  Tensor behind_barrier(const Tensor& value) const;
  void stand_for(ir::ValueId value, const Tensor& again);
  const Tensor* find_again(ir::ValueId value) const;

  ir::Graph& graph_;
  Forward& forward_;
  tracing::Trace* trace_;
  ir::NodeId since_ = 0;
  std::unordered_set<ir::ValueId> targets_;
  std::unordered_set<ir::ValueId> depending_;
  // From other handles of a variable, and from recomputed values, to the value under which the gradient is kept.
  std::unordered_map<ir::ValueId, ir::ValueId> aliases_;
  std::map<ir::ValueId, ir::TensorType> variables_;
  Gradients* gradients_ = nullptr;
  std::vector<Again> again_;  // innermost checkpoint last
};

/// Records the gradient of a `cond`, `switch_case` or `while_loop`.
void differentiate_branch(Backward& backward, const ir::Node& node, ir::NodeId id);
void differentiate_loop(Backward& backward, const ir::Node& node, ir::NodeId id);

}  // namespace ag::grad
