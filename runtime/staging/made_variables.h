#pragma once
/// The variables that a traced function makes: in its first call, or in every call. Which of the two it is shows where
/// it is traced again: what the first call made is there then, and what is made again is made by the graph.
#include <vector>

#include "ag/variable.h"

namespace ag::tracing {

/// While it lives, a function is traced on this thread.
class MadeVariables {
 public:
  /// `in_graph`: the graph makes the variables that the function makes.
  explicit MadeVariables(bool in_graph);
  /// Variables of the program that became ones of the graph are none any more.
  ~MadeVariables();
  MadeVariables(const MadeVariables&) = delete;
  MadeVariables& operator=(const MadeVariables&) = delete;

  /// The innermost one, or null.
  static MadeVariables* current();
  bool in_graph() const { return in_graph_; }
  /// Makes it one that the graph of the trace in progress makes, with this first value.
  void make_in_graph(Variable& variable, const Tensor& initial, SourceLocation location);
  /// Keeps it, so that its address stays its own.
  void add(const Variable& variable) { made_.push_back(variable); }
  bool contains(const Variable& variable) const;
  /// A variable outside of the function became one that the graph makes.
  void note_spoiled(Variable& variable) { spoiled_.push_back(&variable); }

 private:
  bool in_graph_;
  MadeVariables* outer_;
  std::vector<Variable> made_;
  std::vector<Variable*> spoiled_;
};

/// Whether the graph of a trace makes a variable: it has its values in the calls of that graph.
bool is_of_graph(const Variable& variable);

/// Throws where a variable that the graph of a trace makes is used outside of that trace.
void check_in_trace(const Variable& variable, SourceLocation location);

}  // namespace ag::tracing
