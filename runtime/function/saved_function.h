#pragma once
/// A traced function as stored in a file: for each trace the text of its graph, the sources of the inputs, and the way
/// results are made from the outputs.
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
  size_t argument = 0;  // index among the tensor arguments
  VariableImpl* variable = nullptr;
  Tensor tensor;     // a captured tensor
  std::string name;  // the name in the file of a variable or a tensor
};

/// A result of a trace, and the graph outputs that it is made from.
struct SavedResultSource {
  SavedResult::Kind kind = SavedResult::Kind::Tensor;
  std::string name;
  LeafSource source;
  Number number;     // a number that is the same in every call
  size_t count = 0;  // number of elements that follow
};

struct SavedTrace {
  std::vector<ArgumentType> arguments;
  std::shared_ptr<const ir::Graph> graph;
  std::vector<SavedInput> inputs;
  std::vector<SavedResultSource> results;

  // Only after loading.
  std::optional<CallType> type;
  std::unique_ptr<exec::Executor> executor;

  /// As "step(x: float32[?]) -> float32[?]".
  std::string str(const std::string& function) const;
};

struct SavedFunction {
  std::string name;
  std::vector<SavedTrace> traces;

  /// Runs the most specific trace that accepts the arguments. Throws if none does.
  std::vector<SavedResult> call(std::vector<SavedArgument>& arguments, SourceLocation location) const;
};

/// The content of a trace that a file can store. Throws if the file could not store all of it.
SavedTrace saved_trace(const ConcreteTrace& trace, const std::string& name, SourceLocation location);
/// True if the guards of the trace hold for the present values of captured variables.
bool holds_today(const ConcreteTrace& trace);

/// Serializes the function to JSON. The inputs must have their names.
std::string text_of_function(const SavedFunction& function);
/// Parses text_of_function's format. `fail` throws; `variables` and `tensors` are the entries of the file.
SavedFunction read_function(const std::string& name, const std::string& text,
                            const std::map<std::string, ag::Variable>& variables,
                            const std::map<std::string, Tensor>& tensors,
                            const std::function<void(const std::string&)>& fail);

}  // namespace ag::detail
