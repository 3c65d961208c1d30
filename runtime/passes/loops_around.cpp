#include "passes/loops_around.h"

#include <algorithm>

#include "passes/rewrite.h"

namespace ag::passes {

std::vector<ir::NodeId> LoopsAround::enter(ir::NodeId id) {
  std::vector<ir::NodeId> around;
  std::swap(around, loops_);
  if (is(graph_.node(id), ops::Op::while_loop)) {
    loops_ = around;
    loops_.push_back(id);
  }
  return around;
}

ir::NodeId LoopsAround::leaving(ir::ValueId value) const {
  const ir::BlockId home = graph_.value(value).block;
  const auto loop =
      std::ranges::find_if(loops_, [&](ir::NodeId one) { return graph_.encloses(home, graph_.node(one).block); });
  return loop == loops_.end() ? ir::kNone : *loop;
}

void LoopsAround::put_before(ir::NodeId loop, ir::NodeId node) {
  std::vector<ir::NodeId>& nodes = graph_.block(graph_.node(loop).block).nodes;
  nodes.insert(std::ranges::find(nodes, loop), node);
}

}  // namespace ag::passes
