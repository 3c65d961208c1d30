#pragma once
/// The record that the node of a host call keeps.
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
  /// Maps arguments, results and gradients of the floating results to the gradients of the floating arguments; may be
  /// empty.
  std::function<std::vector<Tensor>(std::span<const Tensor>)> gradient;
  bool is_graph = false;  // a traced function that runs as a graph of its own: errors get the place of the call
  std::shared_ptr<const ir::Callee> graph;  // that graph
  /// For calls by the runtime itself, instead of `function`: the tensors that it puts into `outputs` are contiguous and
  /// have the declared types.
  std::function<void(std::span<detail::TensorImpl* const> inputs, std::vector<Tensor>& outputs)> step;
};

/// Returns the callee of a node that calls a graph, or null.
std::shared_ptr<const ir::Callee> callee_of(const ir::Node& node);

/// Rethrows an error that leaves a call of a graph, or `times` nested calls at `location`. The error is extended by
/// notes with the place of these calls.
[[noreturn]] void rethrow_from_call(const std::exception_ptr& error, const SourceLocation& location, int64_t times = 1);

/// Calls the function and checks its results; exceptions of the function pass through.
std::vector<Tensor> call(const HostCallee& callee, std::span<const Tensor> arguments, SourceLocation location);

}  // namespace ag::ops
