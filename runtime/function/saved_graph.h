#pragma once
/// What a graph may do that a file keeps: compute, check, print to standard output, and read and write the variables of
/// the file. The rest is about the program around it, or about other files.
#include <functional>
#include <vector>

#include "graph/graph.h"
#include "tensor/variable_impl.h"

namespace ag::detail {

/// Throws where the graph does something else. `what`: "the function 'step'".
void check_savable(const ir::Graph& graph, const std::string& what, SourceLocation location);

/// Makes the variables that a graph knows by their addresses inputs of it. Gives them by the number of the input.
/// `inputs`: what the inputs are today, undefined where the call says so.
std::vector<VariableImpl*> take_variables(ir::Graph& graph, std::vector<Tensor>& inputs, const std::string& what,
                                          SourceLocation location);

/// Checks a graph that was read: every variable that it uses is an input for which `variable` gives one of the right
/// type. `fail` throws.
void check_variables(const ir::Graph& graph, const std::vector<const VariableImpl*>& inputs,
                     const std::function<void(const std::string&)>& fail);

}  // namespace ag::detail
