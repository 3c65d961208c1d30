#pragma once
/// A trace as the callee of a call node.
#include <memory>

#include "graph/callee.h"

namespace ag::detail {

class ConcreteTrace;

class CalledTrace : public ir::Callee {
 public:
  /// Sets the trace once it is complete. The pointer is weak: the owner of the calling graph also owns the trace.
  void set(std::weak_ptr<const ConcreteTrace> trace) { trace_ = std::move(trace); }
  std::shared_ptr<const ir::Graph> graph(bool fast) const override;
  SourceLocation location() const override;
  [[noreturn]] void rethrow(const std::exception_ptr& error, const SourceLocation& call, int64_t times) const override;

 private:
  std::weak_ptr<const ConcreteTrace> trace_;
};

}  // namespace ag::detail
