#pragma once
/// Which nodes of a record were computed in a checkpoint.
#include <span>
#include <vector>

#include "graph/graph.h"

namespace ag::tracing {

/// Nodes of one block that were recorded one after another, with the blocks in them. Where the gradient needs a value
/// of theirs, it is computed again.
struct Checkpoint {
  ir::BlockId block;
  ir::NodeId first, end;

  bool covers(ir::NodeId node) const { return node >= first && node < end; }
  bool covers(const Checkpoint& other) const {
    return other.block == block && other.first >= first && other.end <= end;
  }
  bool operator==(const Checkpoint&) const = default;
};

/// They are disjoint, or one is inside of the other.
class Checkpoints {
 public:
  /// False: there was nothing in it, or nothing but another one.
  bool add(const Checkpoint& made);
  /// Those of a block, in the order of its nodes.
  std::vector<Checkpoint> of(ir::BlockId block) const;
  /// Those of a block that cover some of these nodes of it and are in no other one, or in no other one but `inside`; in
  /// the order of the nodes.
  std::vector<Checkpoint> outermost(ir::BlockId block, std::span<const ir::NodeId> nodes,
                                    const Checkpoint* inside) const;

 private:
  std::vector<Checkpoint> all_;  // by their ends; the inner ones first
};

}  // namespace ag::tracing
