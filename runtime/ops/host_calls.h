#pragma once
/// What a host call keeps in its node.
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "ag/tensor.h"
#include "graph/callee.h"
#include "graph/type.h"
#include "tensor/impl.h"

namespace ag::ops {

struct HostCallee {
  std::function<std::vector<Tensor>(std::span<const Tensor>)> function;
  std::vector<ir::TensorType> results;
  /// Of arguments, results and gradients of the floating results: the gradients of the floating arguments; or none.
  std::function<std::vector<Tensor>(std::span<const Tensor>)> gradient;
  bool is_graph = false;  // a traced function that runs as a graph of its own: errors tell where it is called
  std::shared_ptr<const ir::Callee> graph;  // that graph
  /// Of the runtime itself, instead of `function`: what it puts into `outputs` is contiguous and has those types.
  std::function<void(std::span<detail::TensorImpl* const> inputs, std::vector<Tensor>& outputs)> step;
};

/// Of a node that calls a graph.
std::shared_ptr<const ir::Callee> callee_of(const ir::Node& node);

/// Throws an error of a graph as it leaves a call of it, or so many that are inside of each other, which stand there:
/// it tells where that is.
[[noreturn]] void rethrow_from_call(const std::exception_ptr& error, const SourceLocation& location, int64_t times = 1);

/// Calls it at once and checks what it gives; what it throws passes through.
std::vector<Tensor> call(const HostCallee& callee, std::span<const Tensor> arguments, SourceLocation location);

}  // namespace ag::ops
