#pragma once
/// The nodes of a record that were computed in checkpoints.
#include <span>
#include <vector>

#include "graph/graph.h"

namespace ag::tracing {

/// Consecutively recorded nodes of one block, with their nested blocks. The gradient recomputes their values on demand.
struct Checkpoint {
  ir::BlockId block;
  ir::NodeId first, end;

  bool covers(ir::NodeId node) const { return node >= first && node < end; }
  bool covers(const Checkpoint& other) const {
    return other.block == block && other.first >= first && other.end <= end;
  }
  bool operator==(const Checkpoint&) const = default;
};

/// A set of checkpoints; any two are disjoint or nested.
class Checkpoints {
 public:
  /// Adds a checkpoint. Returns false if it has no nodes, or exactly those of another checkpoint.
  bool add(const Checkpoint& made);
  /// Returns the checkpoints of a block, in node order.
  std::vector<Checkpoint> of(ir::BlockId block) const;
  /// Returns the outermost checkpoints of a block that cover some of these nodes, or the outermost inside `inside`, if
  /// it is set; in node order.
  std::vector<Checkpoint> outermost(ir::BlockId block, std::span<const ir::NodeId> nodes,
                                    const Checkpoint* inside) const;

 private:
  std::vector<Checkpoint> all_;  // sorted by end; inner checkpoints first
};

}  // namespace ag::tracing
