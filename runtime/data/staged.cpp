#include "data/staged.h"

#include "exec/loop_graph.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "passes/manager.h"
#include "passes/specialize.h"
#include "staging/captures.h"
#include "trace/context.h"

namespace ag::data {

namespace {

/// Variables of the program that a function writes would be written while it is traced, and not for every element.
void check_writes(const tracing::Captures& captures, const tracing::Captures::Values& before, SourceLocation location) {
  const auto& cells = captures.cells();
  for (size_t k = 0; k < cells.size(); ++k) {
    const detail::Leaf& was = k < before.size() ? before[k].now : cells[k].initial;
    if (tracing::same_value(was, cells[k].value.now)) continue;
    throw Error(ErrorKind::unimplemented,
                "a function of a dataset that a traced function makes writes a variable outside of it", location,
                {"let the loop over the dataset do that, or keep it in an ag::Variable"});
  }
}

}  // namespace

StagedFunction::StagedFunction(std::function<void(Row& row)> function, ElementTypes parameters, SourceLocation location)
    : function_(std::move(function)), parameters_(std::move(parameters)), location_(location) {
  tracing::Trace& current = *tracing::current();
  trace_ = current.id();
  Traced traced = trace();
  captured_values_ = std::move(traced.captured);
  text_ = ir::print(*traced.graph);
  for (ir::ValueId value : captured_values_) captured_.push_back(current.symbol_of(value, location));
  for (ir::ValueId result : traced.graph->block(traced.graph->body()).results) {
    const ir::TensorType& type = traced.graph->value(result).type;
    results_.push_back({type.dtype, type.shape});
  }
  passes::optimize(*traced.graph);
  ir::verify(*traced.graph, "tracing a function of a dataset");
  executor_ = exec::make_executor(exec::choose_executor(false, false), std::move(traced.graph), &passes::specialize);
}

StagedFunction::Traced StagedFunction::trace() const {
  tracing::Trace& trace = *tracing::current();
  tracing::Captures& captures = *tracing::captures();
  captures.flush(location_);  // what may throw in the function has nothing to store then
  const auto before = captures.values();
  const tracing::Trace::BlockScope scope(trace);
  Row row;
  for (const ir::TensorType& type : parameters_) row.push_back(trace.add_argument(scope.block(), type, "", location_));
  try {
    function_(row);
  } catch (...) {
    captures.set_values(before);
    throw;
  }
  check_writes(captures, before, location_);
  captures.set_values(before);
  std::vector<ir::ValueId> results;
  for (const Tensor& tensor : row) results.push_back(trace.value_of(tensor, location_));
  trace.graph().block(scope.block()).results = std::move(results);
  exec::LoopGraph made = exec::make_block_graph(trace.graph(), scope.block());
  return {std::move(made.graph), std::move(made.captured)};
}

void StagedFunction::run(Row& row, Operands captured) const {
  std::vector<const Tensor*> inputs;
  inputs.reserve(row.size() + captured.size());
  for (const Tensor& tensor : row) inputs.push_back(&tensor);
  for (const Tensor& tensor : captured) inputs.push_back(&tensor);
  Row results = executor_->run(inputs);
  row.swap(results);
  settle(row, location_);
}

void StagedFunction::check_unchanged() const {
  const tracing::Trace* current = tracing::current();
  if (!current || current->id() != trace_) return;
  const Traced now = trace();
  if (now.captured == captured_values_ && ir::print(*now.graph) == text_) return;
  throw Error(
      ErrorKind::unimplemented,
      "a function of a dataset that a traced function makes refers to a variable that changes before it is called",
      location_, {"capture it by value: [x]"});
}

}  // namespace ag::data
