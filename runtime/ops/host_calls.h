#pragma once
/// What a host call keeps in its node.
#include <functional>
#include <span>
#include <vector>

#include "ag/tensor.h"
#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::ops {

struct HostCallee {
  std::function<std::vector<Tensor>(std::span<const Tensor>)> function;
  std::vector<ir::TensorType> results;
  /// Of arguments, results and gradients of the floating results: the gradients of the floating arguments; or none.
  std::function<std::vector<Tensor>(std::span<const Tensor>)> gradient;
  bool is_graph = false;  // a traced function that runs as a graph of its own: errors tell where it is called
  /// Of the runtime itself, instead of `function`: what it puts into `outputs` is contiguous and has those types.
  std::function<void(std::span<detail::TensorImpl* const> inputs, std::vector<Tensor>& outputs)> step;
};

/// Calls it at once and checks what it gives; what it throws passes through.
std::vector<Tensor> call(const HostCallee& callee, std::span<const Tensor> arguments, SourceLocation location);

}  // namespace ag::ops
