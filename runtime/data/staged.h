#pragma once
/// The functions of a dataset that a traced function makes. Each is traced when the dataset is made, and becomes a
/// graph of its own that runs for every element. What it uses of the traced function is an operand of the dataset: a
/// value of the graph that opens it.
///
/// Plain C++ calls such a function for every element, with what the variables hold that it refers to by then. So it is
/// traced once more where a run is opened and where an element is taken: what comes out has to be the same.
#include "data/source.h"
#include "exec/executor.h"
#include "exec/loop_graph.h"
#include "exec/observed.h"

namespace ag::data {

class StagedFunction {
 public:
  /// For elements of `parameters`. `function` takes the tensors of one in a row, and leaves what it gives there.
  StagedFunction(std::function<void(Row& row)> function, ElementTypes parameters, SourceLocation location);

  /// Now: what it gives for the parameters in `row`, with the values of `captured`.
  void run(Row& row, Operands captured) const;
  /// What the trace in progress knows of the traced function that it uses.
  const Row& captured() const { return captured_; }
  const ElementTypes& results() const { return results_; }
  /// Throws where it would use something else by now; in a loop once it is known what the loop changes.
  void check_unchanged() const;

 private:
  /// What a trace comes to: the text of a graph that captures numbers as well, whose values have no names.
  struct Form {
    std::string text;
    std::vector<ir::ValueId> captured;
  };
  struct Traced {
    exec::LoopGraph run;
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
  std::unique_ptr<exec::Observed> observed_;  // where somebody may end it
};

using StagedFunctionPtr = std::shared_ptr<const StagedFunction>;

/// What a source of a traced function does besides: its own operands follow those of the source that it takes elements
/// of.
struct StagedPart {
  StagedFunctionPtr function;  // none: the dataset is made while nothing is traced
  size_t before = 0;           // operands of the other source

  Operands of_source(Operands operands) const { return function ? operands.first(before) : operands; }
  Row own(Operands operands) const {
    if (!function) return {};
    const Operands rest = operands.subspan(before);
    return Row(rest.begin(), rest.end());
  }
};

}  // namespace ag::data
