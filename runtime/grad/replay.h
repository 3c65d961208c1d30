#pragma once
/// Records nodes again at the current position of the trace.
#include <unordered_map>

#include "trace/context.h"

namespace ag::grad {

/// Values of the graph, and the tensors that replace them.
using Replacements = std::unordered_map<ir::ValueId, Tensor>;

/// True if a node without blocks may be recomputed: it has no side effect and does not call the host.
bool is_repeatable(const ir::Node& node);
/// The same for any node: all nodes in its blocks must be repeatable, too.
bool is_repeatable(const ir::Graph& graph, const ir::Node& node);

/// The values that a block and its nested blocks use but do not define.
std::vector<ir::ValueId> values_from_outside(const ir::Graph& graph, ir::BlockId block);

/// Records the nodes of a block; `values` holds its captured values and arguments. Returns the results of the block.
std::vector<Tensor> replay(tracing::Trace& trace, ir::BlockId block, Replacements values);
/// Records one node, whose operands are in `values`. Returns its results.
std::vector<Tensor> replay(tracing::Trace& trace, const ir::Node& node, Replacements& values);

}  // namespace ag::grad
