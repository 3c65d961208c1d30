#pragma once
/// A graph that a node of another one, or of itself, calls: what native code has to know to call it without the
/// runtime.
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
  /// The graph, where a call runs it on its operands and does nothing else, as code does that is `fast` or is not; else
  /// null.
  virtual std::shared_ptr<const Graph> graph(bool fast) const = 0;
  /// Where its function stands.
  virtual SourceLocation location() const = 0;
  /// Throws an error of the graph as it leaves so many calls, each inside of the next, that stand there.
  [[noreturn]] virtual void rethrow(const std::exception_ptr& error, const SourceLocation& call,
                                    int64_t times) const = 0;
};

/// That of a node; null where it calls no graph.
using CalleeOf = std::shared_ptr<const Callee> (*)(const Node& node);

}  // namespace ag::ir
