#pragma once
/// Checks for graphs in files. They may compute, check, print to standard output, and read and write variables of the
/// file. Everything else depends on the program around the graph, or on other files.
#include <functional>
#include <vector>

#include "graph/graph.h"
#include "tensor/variable_impl.h"

namespace ag::detail {

/// Throws if the graph does anything else. `what`: "the function 'step'".
void check_savable(const ir::Graph& graph, const std::string& what, SourceLocation location);

/// Turns variables that the graph refers to by address into inputs of the graph. Returns the variables by input index.
/// `inputs` holds the present value of each input; undefined for inputs that are arguments of the call.
std::vector<VariableImpl*> take_variables(ir::Graph& graph, std::vector<Tensor>& inputs, const std::string& what,
                                          SourceLocation location);

/// Checks a graph that was read from a file: every variable that it uses must be an input with a variable of the right
/// type in `inputs`. `fail` throws.
void check_variables(const ir::Graph& graph, const std::vector<const VariableImpl*>& inputs,
                     const std::function<void(const std::string&)>& fail);

}  // namespace ag::detail
