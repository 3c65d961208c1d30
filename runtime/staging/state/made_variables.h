#pragma once
/// The variables that a traced function creates, either in its first call only or in every call. A second trace
/// distinguishes the two: variables of the first call exist then, and any variable created again is created by the
/// graph.
#include <vector>

#include "ag/variable.h"

namespace ag::tracing {

/// While an object of this class lives, a function is traced on this thread.
class MadeVariables {
 public:
  /// `in_graph`: true if the graph creates the variables of the function.
  explicit MadeVariables(bool in_graph);
  /// Resets variables of the program that were bound to variables of the graph.
  ~MadeVariables();
  MadeVariables(const MadeVariables&) = delete;
  MadeVariables& operator=(const MadeVariables&) = delete;

  /// Returns the innermost object, or null.
  static MadeVariables* current();
  bool in_graph() const { return in_graph_; }
  /// Makes it a variable that the graph of the trace in progress creates with this initial value.
  void make_in_graph(Variable& variable, const Tensor& initial, SourceLocation location);
  /// Keeps a reference to the variable, so that its address is not reused.
  void add(const Variable& variable) { made_.push_back(variable); }
  bool contains(const Variable& variable) const;
  /// Notes that an external variable was bound to one that the graph creates.
  void note_spoiled(Variable& variable) { spoiled_.push_back(&variable); }

 private:
  bool in_graph_;
  MadeVariables* outer_;
  std::vector<Variable> made_;
  std::vector<Variable*> spoiled_;
};

/// True if the graph of a trace creates the variable: it has values only in calls of that graph.
bool is_of_graph(const Variable& variable);

/// Throws if a variable created by the graph of a trace is used outside of that trace.
void check_in_trace(const Variable& variable, SourceLocation location);

}  // namespace ag::tracing
