#pragma once
/// Reverse mode over graphs: the nodes from the last to the first, each by the rule of its operation.
///
/// The same walk serves a graph that is being traced, in which the gradient is recorded behind what it is the gradient
/// of, and the record of an eager computation, where rules compute at once. `cond` and `while_loop` become a `cond` of
/// the gradients of its arms, and a `while_loop` that goes through the iterations from the last to the first.
#include <functional>
#include <map>
#include <memory>
#include <unordered_map>
#include <unordered_set>

#include "grad/pullback.h"
#include "trace/context.h"

namespace ag::grad {

/// A block whose gradient is being recorded.
struct Frame {
  ir::BlockId block;                                // of the forward computation
  ir::NodeId node;                                  // that it belongs to
  Tensor iteration{};                               // of a loop: which one, counted from 0
  Frame* outer = nullptr;                           // null: the node stands where gradients are asked for
  std::unordered_map<ir::ValueId, Tensor> found{};  // values that the block of the gradient has already

  bool is_loop() const { return iteration.defined(); }
};

/// Where the values of the forward computation are found.
class Forward {
 public:
  virtual ~Forward() = default;
  virtual Tensor value(ir::ValueId value) = 0;
  virtual Tensor extent(ir::ValueId value, int64_t axis) = 0;
  /// The block whose gradient is recorded now.
  virtual void enter(Frame& frame) = 0;
  virtual void leave() = 0;
  /// How often a loop ran, where its gradient is recorded.
  virtual Tensor trip_count(ir::NodeId loop) = 0;
  /// The nodes whose values are not kept.
  virtual const tracing::Checkpoints& checkpoints() const = 0;
};

/// What was computed again of a checkpoint, and may be needed there.
struct Again {
  std::unordered_map<ir::ValueId, Tensor> values;       // also of what the checkpoint takes from outside
  std::unordered_map<ir::NodeId, ir::NodeId> branches;  // and loops: the new ones
  int64_t number = 0;                                   // of its barriers
};

/// The gradients of the values that one block sees.
using Gradients = std::unordered_map<ir::ValueId, Tensor>;

class Backward {
 public:
  /// `trace`: null where rules compute at once.
  Backward(ir::Graph& graph, Forward& forward, tracing::Trace* trace)
      : graph_(graph), forward_(forward), trace_(trace) {}

  /// The gradient of a variable of the program is kept under one of the numbers that lead to it; `of`: others.
  void watch_variable(ir::ValueId handle, const ir::TensorType& type, const std::vector<ir::ValueId>& of);
  /// Marks what depends on the targets, among the nodes that are younger than `since`. Blocks in order, the outer ones
  /// first.
  void mark(const std::vector<ir::ValueId>& targets, std::span<const ir::BlockId> blocks, ir::NodeId since);
  bool depends(ir::ValueId value) const;
  /// The number that the gradient of a variable is kept under; any other value itself.
  ir::ValueId name_of(ir::ValueId value) const;
  /// Goes through the blocks from the last to the first, beginning with the gradients that are there.
  void run(Gradients& gradients, std::span<const ir::BlockId> blocks);
  /// The same for the block of a frame, with further gradients of its results.
  void run(Gradients& gradients, Frame& frame, const std::vector<std::pair<ir::ValueId, Tensor>>& results);

  /// For rules.
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

  // Of what is computed again (recompute.cpp).
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
  std::unordered_map<ir::ValueId, ir::ValueId> aliases_;  // to the value under which the gradient is kept: from numbers
                                                          // that lead to a variable, and values computed again
  std::map<ir::ValueId, ir::TensorType> variables_;
  Gradients* gradients_ = nullptr;
  std::vector<Again> again_;  // the innermost checkpoint last
};

/// Records the gradient of a `cond`, `switch_case` or `while_loop`.
void differentiate_branch(Backward& backward, const ir::Node& node, ir::NodeId id);
void differentiate_loop(Backward& backward, const ir::Node& node, ir::NodeId id);

}  // namespace ag::grad
