#include "data/staged.h"

#include "exec/extracted_graph.h"
#include "exec/observation.h"
#include "exec/profile.h"
#include "grad/custom.h"
#include "graph/text.h"
#include "graph/verify.h"
#include "passes/manager.h"
#include "passes/specialize.h"
#include "staging/captures/captures.h"
#include "trace/context.h"

namespace ag::data {

namespace {

/// Rejects writes of external variables, since they would happen once while tracing, not for every element.
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
  form_ = std::move(traced.form);
  for (ir::ValueId value : traced.run.captured) captured_.push_back(current.symbol_of(value, location));
  std::shared_ptr<ir::Graph> graph = std::move(traced.run.graph);
  for (ir::ValueId result : graph->block(graph->body()).results) {
    const ir::TensorType& type = graph->value(result).type;
    results_.push_back({type.dtype, type.shape});
  }
  grad::forget_gradients(*graph);
  passes::optimize(*graph);
  ir::verify(*graph, "tracing a function of a dataset");
  const exec::RunOptions options{exec::choose_executor(false, false), {.fast = exec::choose_fast(false, false)}};
  executor_ = exec::make_executor(options, graph, passes::specialization());
  const exec::InstrumentedExecutor::Unobserved unobserved{*executor_, options, passes::specialization()};
  observed_ = std::make_unique<exec::InstrumentedExecutor>(std::move(graph), unobserved, "", location_);
}

StagedFunction::Traced StagedFunction::trace() const {
  tracing::Trace& trace = *tracing::current();
  tracing::Captures& captures = *tracing::captures();
  captures.flush(location_);  // writes pending stores first, so that an exception in the function has none to write
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
  exec::ExtractedGraph form = exec::make_block_graph(trace.graph(), scope.block(), /*captures_numbers=*/true);
  for (size_t k = 0; k < form.graph->value_count(); ++k) form.graph->value(static_cast<ir::ValueId>(k)).name.clear();
  return {exec::make_block_graph(trace.graph(), scope.block()), {ir::print(*form.graph), std::move(form.captured)}};
}

void StagedFunction::run(Row& row, Operands captured) const {
  std::vector<const Tensor*> inputs;
  inputs.reserve(row.size() + captured.size());
  for (const Tensor& tensor : row) inputs.push_back(&tensor);
  for (const Tensor& tensor : captured) inputs.push_back(&tensor);
  const exec::Span span({exec::SpanKind::Call, "function of a dataset", location_});
  Row results = (exec::is_observed_on_thread() ? observed_->executor() : *executor_).run(inputs);
  row.swap(results);
  settle(row, location_);
}

void StagedFunction::check_unchanged() const {
  tracing::Trace* current = tracing::current();
  if (!current || current->id() != trace_) return;
  const auto refuse = [location = location_] {
    throw Error(
        ErrorKind::unimplemented,
        "a function of a dataset that a traced function makes refers to a variable that changes before it is called",
        location, {"capture it by value: [x]"});
  };
  const Form now = trace().form;
  if (now.text != form_.text || now.captured.size() != form_.captured.size()) refuse();
  for (size_t k = 0; k < now.captured.size(); ++k) {
    if (now.captured[k] != form_.captured[k] && !current->expect(now.captured[k], form_.captured[k], refuse)) refuse();
  }
}

}  // namespace ag::data
