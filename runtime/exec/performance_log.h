#pragma once
/// Remarks on traced code that is slow for a reason that its author can change.
#include <string>
#include <vector>

#include "graph/graph.h"
#include "program/program.h"

namespace ag::exec {

struct PerformanceRemark {
  SourceLocation location = SourceLocation::current();
  std::string text;

  /// Returns "model.cpp:12: the text".
  std::string str() const;
};

/// Returns two kinds of remarks. A loop of the program calls a kernel on arrays of unknown or few elements. An
/// operation of the graph has more than 1,000 copies, which a loop of the host leaves.
std::vector<PerformanceRemark> performance_remarks(const ir::Graph& graph, const codegen::Program& program);

/// Prints the remarks on std::cerr if AG_LOG asks for them by `performance`.
void log_performance(const ir::Graph& graph, const codegen::Program& program);

}  // namespace ag::exec
