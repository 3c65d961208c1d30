#include "grad/custom.h"

#include <algorithm>
#include <array>

#include "grad/backward.h"
#include "grad/replay.h"
#include "ops/host_calls.h"
#include "trace/context.h"
#include "trace/recorder.h"

namespace ag::grad {

namespace {

using ops::Op;

bool is_symbol(const Tensor& tensor) { return tensor.defined() && tensor.impl()->is_symbol(); }
bool is_float(const Tensor& tensor) { return is_floating(tensor.impl()->dtype); }

/// Records the block that maps gradients of the outputs to gradients of the inputs.
ir::BlockId record_block(tracing::Trace& trace, const std::vector<Tensor>& inputs, const std::vector<Tensor>& outputs,
                         const CustomGradient& gradient, SourceLocation location) {
  const tracing::Trace::BlockScope scope(trace);
  std::vector<Tensor> given;
  for (const Tensor& output : outputs) {
    const detail::TensorImpl& impl = *output.impl();
    if (is_float(output)) given.push_back(trace.add_argument(scope.block(), {impl.dtype, impl.shape}, {}, location));
  }
  const std::vector<Tensor> gradients = gradient(given);
  const auto wanted = std::ranges::count_if(inputs, &is_float);
  if (static_cast<std::ptrdiff_t>(gradients.size()) != wanted) {
    throw Error(ErrorKind::invalid_argument,
                "a custom gradient gives " + std::to_string(gradients.size()) + " gradients for " +
                    std::to_string(wanted) + " floating-point arguments",
                location);
  }
  std::vector<ir::ValueId> results;
  for (const Tensor& one : gradients) results.push_back(trace.value_of(one, location));
  trace.graph().block(scope.block()).results = std::move(results);
  return scope.block();
}

}  // namespace

std::vector<Tensor> with_custom_gradient(const std::vector<Tensor>& inputs, std::vector<Tensor> outputs,
                                         const CustomGradient& gradient, SourceLocation location) {
  std::vector<Tensor> operands = inputs;
  operands.insert(operands.end(), outputs.begin(), outputs.end());
  const auto count = static_cast<int64_t>(inputs.size());
  if (tracing::Recorder* recorder = tracing::recorder()) {
    const auto kept = std::make_shared<CustomGradient>(gradient);
    recorder->ran(ops::def(Op::custom_gradient), operands, {count, ir::Opaque{kept, "function"}}, location, outputs);
    return outputs;
  }
  tracing::Trace* trace = tracing::current();
  if (!trace || std::ranges::none_of(inputs, &is_symbol)) return outputs;
  const ir::BlockId block = record_block(*trace, inputs, outputs, gradient, location);
  std::vector<ir::ValueId> values;
  std::vector<ir::TensorType> types;
  for (const Tensor& operand : operands) values.push_back(trace->value_of(operand, location));
  for (const Tensor& output : outputs)
    types.push_back({output.impl()->dtype, output.impl()->shape, output.impl()->weak});
  return trace->record(ops::def(Op::custom_gradient), std::move(values), {count, ir::Opaque{nullptr, "block"}},
                       std::move(types), {block}, location);
}

void give_custom_gradient(Pullback& p) {
  std::vector<Tensor> given, gradients;
  for (size_t k = 0; k < p.node().results.size(); ++k)
    if (is_floating(p.result_type(k).dtype)) given.push_back(p.g(k));
  const tracing::PlaceScope own;  // the user's gradient code has source locations of its own
  if (p.node().blocks.empty()) {
    const auto& function = *static_cast<const CustomGradient*>(p.attribute<ir::Opaque>(1).value.get());
    gradients = function(given);
  } else {
    tracing::Trace& trace = *tracing::current();
    const ir::BlockId block = p.node().blocks[0];
    Replacements values;
    for (ir::ValueId value : values_from_outside(trace.graph(), block)) values.emplace(value, p.value(value));
    const std::vector<ir::ValueId> arguments = trace.graph().block(block).arguments;
    for (size_t k = 0; k < arguments.size(); ++k) values.emplace(arguments[k], given[k]);
    gradients = replay(trace, block, std::move(values));
  }
  size_t next = 0;
  for (size_t k = 0; k < static_cast<size_t>(p.attribute<int64_t>(0)); ++k) {
    if (!is_floating(p.type(k).dtype)) continue;
    if (next == gradients.size()) p.fail("the function gives fewer gradients than there are arguments");
    p.give(k, gradients[next++]);
  }
}

std::vector<Tensor> call_host(std::shared_ptr<ops::HostCallee> callee, const std::vector<Tensor>& operands,
                              SourceLocation location) {
  if (!tracing::current()) return ops::call(*callee, operands, location);
  return tracing::apply(ops::def(Op::pure_host_call), operands, {ir::Opaque{std::move(callee), "gradient"}}, location);
}

void forget_gradients(ir::Graph& graph) {
  std::vector<ir::NodeId> nodes;
  for (ir::NodeId id = 0; id < static_cast<ir::NodeId>(graph.node_count()); ++id) {
    const ir::Node& node = graph.node(id);
    if (node.block == ir::kNone) continue;
    if (is(node, Op::custom_gradient) || is(node, Op::stop_gradient)) nodes.push_back(id);
  }
  for (ir::NodeId id : nodes) {
    const ir::Node node = graph.node(id);
    if (node.block == ir::kNone) continue;  // inside of a block that was erased
    const size_t inputs = node.operands.size() - node.results.size();
    for (size_t k = 0; k < node.results.size(); ++k) graph.replace_uses(node.results[k], node.operands[inputs + k]);
    graph.erase(id);
  }
}

}  // namespace ag::grad
