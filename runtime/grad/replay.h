#pragma once
/// Nodes that were recorded, recorded again where the trace is.
#include <unordered_map>

#include "trace/context.h"

namespace ag::grad {

/// Values of the graph, and what stands for them now.
using Replacements = std::unordered_map<ir::ValueId, Tensor>;

/// Whether a node without blocks may be computed again: what others would notice may not.
bool is_repeatable(const ir::Node& node);
/// The same of one with blocks, and of all nodes in them.
bool is_repeatable(const ir::Graph& graph, const ir::Node& node);

/// The values that a block and the blocks in it use and do not define.
std::vector<ir::ValueId> values_from_outside(const ir::Graph& graph, ir::BlockId block);

/// Records the nodes of a block; `values` has those from outside and the arguments. Gives what the block yields.
std::vector<Tensor> replay(tracing::Trace& trace, ir::BlockId block, Replacements values);
/// Records one node, whose operands `values` has. Gives its results.
std::vector<Tensor> replay(tracing::Trace& trace, const ir::Node& node, Replacements& values);

}  // namespace ag::grad
