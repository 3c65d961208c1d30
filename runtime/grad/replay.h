#pragma once
/// The nodes of a block, recorded again where the trace is.
#include <unordered_map>

#include "trace/context.h"

namespace ag::grad {

/// Values of the graph, and what stands for them now.
using Replacements = std::unordered_map<ir::ValueId, Tensor>;

/// The values that a block and the blocks in it use and do not define.
std::vector<ir::ValueId> values_from_outside(const ir::Graph& graph, ir::BlockId block);

/// Records them; `values` has those from outside and the arguments. Gives what the block yields.
std::vector<Tensor> replay(tracing::Trace& trace, ir::BlockId block, Replacements values);

}  // namespace ag::grad
