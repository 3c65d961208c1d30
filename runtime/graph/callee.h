#pragma once
/// A graph that is called by a node of another graph or of itself: the interface that native code needs to call it
/// without the runtime.
#include <cstdint>
#include <exception>
#include <memory>

#include "ag/error.h"

namespace ag::ir {

class Graph;
struct Node;

class Callee {
 public:
  virtual ~Callee() = default;
  /// Returns the graph if a call does nothing but run it on its operands, as native code with the option `fast`; else
  /// null.
  virtual std::shared_ptr<const Graph> graph(bool fast) const = 0;
  /// The location of the called function.
  virtual SourceLocation location() const = 0;
  /// Rethrows an error of the graph as it leaves `times` nested calls at the location `call`.
  [[noreturn]] virtual void rethrow(const std::exception_ptr& error, const SourceLocation& call,
                                    int64_t times) const = 0;
};

/// Returns the callee of a node, or null if it calls no graph.
using CalleeOf = std::shared_ptr<const Callee> (*)(const Node& node);

}  // namespace ag::ir
