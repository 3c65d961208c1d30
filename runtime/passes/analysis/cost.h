#pragma once
/// Cost model of operations, in scalar instructions.
#include <cstddef>
#include <optional>

#include "graph/graph.h"

namespace ag::passes {

/// Returns the number of primitives per element of an elementwise operation; divisions and functions of several
/// instructions count as seven. Returns nullopt if the operation has no scalar rule.
std::optional<int> primitives_of(const ir::Graph& graph, const ir::Node& node);

/// True if a node takes only a few instructions per element of its result: elementwise operations without division and
/// without functions of the C library, and operations that fill an array.
bool is_cheap(const ir::Graph& graph, const ir::Node& node);

/// Estimates the time to compile a node, without its blocks, in units of an addition. Functions such as `sin` are
/// inlined in native code.
size_t compile_cost(const ir::Graph& graph, const ir::Node& node);

/// Estimates the scalar instructions of one execution of the node, including its blocks. An unknown extent and the trip
/// count of a loop count as 64.
int64_t work_of(const ir::Graph& graph, ir::NodeId node);

}  // namespace ag::passes
