#pragma once
/// Parts of a program whose gradient the program itself gives.
///
/// In a graph such a part is followed by a node `custom_gradient`, whose operands are what went into the part and what
/// it gave, and whose results stand for the latter from there on. Its block makes gradients of the operands of those of
/// the results; nothing but differentiation reads it. In the record of an eager computation the node keeps the
/// function.
#include <functional>

#include "grad/pullback.h"

namespace ag::ops {
struct HostCallee;
}

namespace ag::grad {

/// Of the gradients of the floating results, those of the floating inputs.
using CustomGradient = std::function<std::vector<Tensor>(std::span<const Tensor>)>;

/// The outputs, as values whose gradients go to the inputs as `gradient` says.
std::vector<Tensor> with_custom_gradient(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs,
                                         const CustomGradient& gradient, SourceLocation location);

/// The rule of such a node.
void give_custom_gradient(Pullback& pullback);

/// Calls a function of the host now, or records that the graph does.
std::vector<Tensor> call_host(std::shared_ptr<ops::HostCallee> callee, const std::vector<Tensor>& operands,
                              SourceLocation location);

/// Replaces every such node by the outputs that it stands for, and stop_gradient by its operand: nobody will
/// differentiate the graph any more.
void forget_gradients(ir::Graph& graph);

}  // namespace ag::grad
