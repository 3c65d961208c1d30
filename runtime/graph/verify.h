#pragma once
/// The invariants of a graph, as a specification.
#include <string>
#include <vector>

#include "graph/graph.h"

namespace ag::ir {

struct Fault {
  NodeId node = kNone;  // kNone: the body of the graph
  std::string message;
};

/// Returns the faults of the graph; empty if every invariant holds: every operand is defined before its use in its own
/// block or in an enclosing one; results have the types that the operation infers from its operands; attributes have
/// the declared kinds; cond, switch_case and while_loop have the right number of blocks, arguments and yielded values
/// of the right types; nothing erased is used.
std::vector<Fault> list_faults(const Graph& graph);

/// The same as lines "file:line: operation: message".
std::vector<std::string> find_faults(const Graph& graph);

/// Throws an internal error that lists the faults.
void verify(const Graph& graph, const char* after);

}  // namespace ag::ir
