#pragma once
/// Custom gradients: parts of a program for which the program supplies the gradient.
///
/// In a graph such a part is followed by a node `custom_gradient`. Its operands are the inputs and the outputs of the
/// part, and its results replace the outputs for later uses. Its block maps gradients of the results to gradients of
/// the inputs; only differentiation reads it. In the record of an eager computation the node holds the function
/// instead.
#include <functional>

#include "grad/pullback.h"

namespace ag::ops {
struct HostCallee;
}

namespace ag::grad {

/// Maps the gradients of the floating-point results to those of the floating-point inputs.
using CustomGradient = std::function<std::vector<Tensor>(std::span<const Tensor>)>;

/// Returns the outputs as values whose gradient with respect to the inputs is `gradient`.
std::vector<Tensor> with_custom_gradient(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs,
                                         const CustomGradient& gradient, SourceLocation location);

/// The gradient rule of `custom_gradient`.
void give_custom_gradient(Pullback& pullback);

/// Calls a host function at once, or records the call if a function is being traced.
std::vector<Tensor> call_host(std::shared_ptr<ops::HostCallee> callee, const std::vector<Tensor>& operands,
                              SourceLocation location);

/// Replaces each `custom_gradient` by the outputs that it wraps, and `stop_gradient` by its operand, once the graph
/// will not be differentiated again.
void forget_gradients(ir::Graph& graph);

}  // namespace ag::grad
