#pragma once
/// A traced function as a file keeps it: for each trace its graph as text, what its inputs are, and how results are
/// made of what the graph gives.
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ag/save.h"
#include "exec/executor.h"
#include "function/call_type.h"
#include "function/concrete_trace.h"

namespace ag::detail {

/// An input of the graph of a saved trace.
struct SavedInput {
  enum class Kind : uint8_t { Argument, Variable, Tensor } kind = Kind::Argument;
  size_t argument = 0;  // which tensor among the arguments
  VariableImpl* variable = nullptr;
  Tensor tensor;     // what was outside of the function
  std::string name;  // of a variable or a tensor: in the file
};

/// A result of a trace, and which outputs of the graph it is made of.
struct SavedResultSource {
  SavedResult::Kind kind = SavedResult::Kind::Tensor;
  std::string name;
  LeafSource source;
  Number number;     // one that is always the same
  size_t count = 0;  // of the elements that follow
};

struct SavedTrace {
  std::vector<ArgumentType> arguments;
  std::shared_ptr<const ir::Graph> graph;
  std::vector<SavedInput> inputs;
  std::vector<SavedResultSource> results;

  // Of one that was loaded.
  std::optional<CallType> type;
  std::unique_ptr<exec::Executor> executor;

  /// As "step(x: float32[?]) -> float32[?]".
  std::string str(const std::string& function) const;
};

struct SavedFunction {
  std::string name;
  std::vector<SavedTrace> traces;

  /// Runs the trace that fits.
  std::vector<SavedResult> call(std::vector<SavedArgument>& arguments, SourceLocation location) const;
};

/// What a file can keep of a trace. Throws where that is not all of it.
SavedTrace saved_trace(const ConcreteTrace& trace, const std::string& name, SourceLocation location);
/// Whether the trace holds for calls of today.
bool holds_today(const ConcreteTrace& trace);

/// The function as text. The inputs have their names.
std::string text_of_function(const SavedFunction& function);
/// Reads that. `fail` throws; `variables` and `tensors` are those of the file.
SavedFunction read_function(const std::string& name, const std::string& text,
                            const std::map<std::string, ag::Variable>& variables,
                            const std::map<std::string, Tensor>& tensors,
                            const std::function<void(const std::string&)>& fail);

}  // namespace ag::detail
