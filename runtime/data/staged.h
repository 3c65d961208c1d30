#pragma once
/// Functions of a dataset that a traced function makes. Each is traced when the dataset is made, and becomes a separate
/// graph that runs for every element. Captured values of the traced function are operands of the dataset: values of the
/// graph that opens it.
///
/// Plain C++ calls such a function for every element, with the current values of the variables that it refers to. So
/// the function is traced again when a pass is opened and when an element is taken, and the result must be the same.
#include "data/source.h"
#include "exec/executor.h"
#include "exec/extracted_graph.h"
#include "exec/instrumented_executor.h"

namespace ag::data {

class StagedFunction {
 public:
  /// Traces `function` for elements of `parameters`. It takes the tensors of an element in a row, and replaces them by
  /// its results.
  StagedFunction(std::function<void(Row& row)> function, ElementTypes parameters, SourceLocation location);

  /// Runs the graph immediately: replaces the parameters in `row` by the results, with the values of `captured`.
  void run(Row& row, Operands captured) const;
  /// The values of the traced function that it captures, as symbols of the trace in progress.
  const Row& captured() const { return captured_; }
  const ElementTypes& results() const { return results_; }
  /// Throws if the function would compute something else with the current variables. In a loop, called once the
  /// variables that the loop changes are known.
  void check_unchanged() const;

 private:
  /// The canonical form of a trace, for comparisons: the text of the graph, without the names of values, and its
  /// captured values, among which are numbers.
  struct Form {
    std::string text;
    std::vector<ir::ValueId> captured;
  };
  struct Traced {
    exec::ExtractedGraph run;
    Form form;
  };
  Traced trace() const;

  std::function<void(Row& row)> function_;
  ElementTypes parameters_, results_;
  SourceLocation location_;
  uint64_t trace_;  // in which it was made
  Form form_;
  Row captured_;
  std::unique_ptr<exec::Executor> executor_;
  std::unique_ptr<exec::InstrumentedExecutor> observed_;  // if the run may be cancelled
};

using StagedFunctionPtr = std::shared_ptr<const StagedFunction>;

/// The staged part of a source in a traced function. Its own operands follow those of the source of its elements.
struct StagedPart {
  StagedFunctionPtr function;  // null: the dataset is made outside of a trace
  size_t before = 0;           // the number of operands of the other source

  Operands of_source(Operands operands) const { return function ? operands.first(before) : operands; }
  Row own(Operands operands) const {
    if (!function) return {};
    const Operands rest = operands.subspan(before);
    return Row(rest.begin(), rest.end());
  }
};

}  // namespace ag::data
