#pragma once
/// Provides forward values to the gradient of a graph that is being traced (residuals).
///
/// A value of an open block is used directly. A value of a branch becomes a result of the branch. A value of a loop
/// body is collected, iteration by iteration, in a list that the enclosing loops carry, and the reverse loop reads it
/// from there. Loop-invariant values, induction variables, and values computed only from these are recomputed instead.
#include <map>
#include <optional>
#include <unordered_map>

#include "grad/backward.h"
#include "trace/context.h"

namespace ag::grad {

class Residuals : public Forward {
 public:
  explicit Residuals(tracing::Trace& trace) : trace_(trace), graph_(trace.graph()) {}

  Tensor value(ir::ValueId value) override;
  Tensor extent(ir::ValueId value, int64_t axis) override;
  void enter(Frame& frame) override {
    frame.outer = frame_;
    frame_ = &frame;
  }
  void leave() override { frame_ = frame_->outer; }
  Tensor trip_count(ir::NodeId loop) override;
  const tracing::Checkpoints& checkpoints() const override { return trace_.checkpoints(); }

 private:
  Frame* frame_of(ir::BlockId block) const;
  bool is_open(ir::BlockId block) const { return graph_.encloses(block, trace_.block()); }
  /// How a value of a loop body changes between iterations: loop-invariant, linear in the iteration number, or
  /// arbitrary.
  enum class Changes : uint8_t { Never, Counts, Freely };
  Changes changes(ir::ValueId value, const Frame& loop);
  bool is_counter(ir::ValueId argument, const Frame& frame) const;
  Tensor counted(ir::ValueId argument, const Frame& frame);
  Tensor again(ir::ValueId value);
  static std::pair<ir::BlockId, ir::ValueId> start_of(ir::ValueId value, const Frame& frame) {
    return {frame.block, frame.is_loop() ? ir::kNone : value};
  }
  /// The next enclosing frame that values of `frame` have to leave, too; null if its node is in an open block, as
  /// recomputed nodes are.
  const Frame* around(const Frame& frame) const {
    return is_open(graph_.node(frame.node).block) ? nullptr : frame.outer;
  }
  bool is_collected(const Frame& branch) const;
  ir::ValueId out_of_branch(ir::ValueId value, const Frame& frame);
  Tensor out_of_loop(ir::ValueId value, Frame& frame);
  Tensor out_of_loop_flat(ir::ValueId value, const std::vector<const Frame*>& frames);
  std::optional<int64_t> row_count(ir::ValueId value, std::span<const Frame* const> frames) const;
  ir::ValueId new_list(ir::ValueId value, ir::NodeId loop, std::optional<int64_t> rows);
  const ir::TensorType& ranked_type(ir::ValueId value, ir::NodeId loop) const;
  ir::ValueId keep(ir::ValueId value, const std::vector<const Frame*>& frames, ir::ValueId list, bool has_rows);
  using Keep = std::function<ir::ValueId(ir::ValueId list)>;
  ir::ValueId collect(const std::vector<const Frame*>& frames, size_t level, ir::ValueId list,
                      const ir::TensorType& type, const Keep& innermost,
                      const std::function<void(ir::ValueId list)>& entering = {});

  ir::ValueId append(ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                     ir::NodeId before = ir::kNone);
  /// Adds a loop-carried value; `next` computes its value for the next iteration.
  ir::ValueId carry(ir::NodeId loop, ir::ValueId initial, const ir::TensorType& type,
                    const std::function<ir::ValueId(ir::ValueId argument)>& next);

  tracing::Trace& trace_;
  ir::Graph& graph_;
  Frame* frame_ = nullptr;                                 // innermost
  std::unordered_map<ir::ValueId, ir::ValueId> exported_;  // values of branches: the result of the branch
  struct Collected {
    ir::ValueId list = ir::kNone;
    bool has_rows = false;  // one row for each possible iteration
  };
  std::unordered_map<ir::ValueId, Collected> collected_;  // values of loops
  /// A flat list of values whose extents differ: the list, and the start position of the value of an iteration, in the
  /// block of the value.
  struct Flat {
    ir::ValueId list = ir::kNone, start = ir::kNone;
  };
  std::unordered_map<ir::ValueId, Flat> flat_;
  std::unordered_map<ir::NodeId, ir::ValueId> counters_;  // loops: the iteration number, in the body
  /// The length of a list at the start of the innermost block. The key is the block, and for a branch also the value:
  /// all lists of a loop have the same length.
  std::map<std::pair<ir::BlockId, ir::ValueId>, ir::ValueId> starts_;
  std::unordered_map<ir::NodeId, ir::ValueId> trips_;  // trip counts of loops
  std::map<std::pair<ir::ValueId, int64_t>, ir::ValueId> extents_;
  std::unordered_map<ir::ValueId, Changes> changes_;
};

}  // namespace ag::grad
