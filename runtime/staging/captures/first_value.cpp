#include "staging/captures/first_value.h"

#include <map>

#include "exec/run_op.h"
#include "trace/context.h"

namespace ag::detail {

namespace {

/// Evaluates the nodes on which a value of an unfinished graph depends.
class Evaluator {
 public:
  Evaluator(const ir::Graph& graph, SourceLocation location) : graph_(graph), location_(location) {}

  Tensor value(ir::ValueId id) {
    const auto known = values_.find(id);
    if (known != values_.end()) return known->second;
    const ir::Value& of = graph_.value(id);
    if (of.producer == ir::kNone) fail(of.name.empty() ? "an argument or a variable outside" : "'" + of.name + "'");
    const ir::Node& node = graph_.node(of.producer);
    if (!node.blocks.empty() || node.op->has(ir::kEffect))
      fail("what its graph does (" + std::string(node.op->name) + ")");
    std::vector<Tensor> operands;
    std::vector<TensorImpl*> inputs;
    for (const ir::ValueId operand : node.operands) operands.push_back(value(operand));
    for (const Tensor& operand : operands) inputs.push_back(operand.impl());
    std::vector<Tensor> results;
    exec::run_op(*node.op, inputs, node.attributes, node.location, results);
    for (size_t k = 0; k < results.size(); ++k) values_[node.results[k]] = results[k];
    return values_.at(id);
  }

 private:
  [[noreturn]] void fail(const std::string& cause) const {
    throw Error(ErrorKind::staging_error,
                "the first value of a variable that a traced function makes depends on " + cause +
                    ", which has no value while the function is traced",
                location_,
                {"make the variable of known values and assign it afterwards, or make it outside of the function"});
  }

  const ir::Graph& graph_;
  SourceLocation location_;
  std::map<ir::ValueId, Tensor> values_;
};

}  // namespace

Tensor without_tracing(FunctionRef<Tensor()> compute) {
  const tracing::Pause pause;
  return compute();
}

Tensor first_value(const Tensor& tensor, SourceLocation location) {
  const TensorImpl& impl = used(tensor, location);
  if (!impl.is_symbol()) return tensor;
  tracing::Trace* trace = tracing::current();
  if (!trace) return concrete(tensor, "a variable", location), tensor;
  return Evaluator(trace->graph(), location).value(trace->value_of(tensor, location));
}

}  // namespace ag::detail
