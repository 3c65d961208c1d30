#include "function/called_trace.h"

#include "function/concrete_trace.h"
#include "ops/host_calls.h"
#include "trace/calls.h"

namespace ag::detail {

std::shared_ptr<const ir::Graph> CalledTrace::graph(bool fast) const {
  const auto trace = trace_.lock();
  return trace ? trace->graph_to_call(fast) : nullptr;
}

SourceLocation CalledTrace::location() const {
  const auto trace = trace_.lock();
  return trace ? trace->called_at() : SourceLocation::named("", 0);
}

void CalledTrace::rethrow(const std::exception_ptr& error, const SourceLocation& call, int64_t times) const {
  try {
    tracing::rethrow_with_calls(error);
  } catch (...) {
    ops::rethrow_from_call(std::current_exception(), call, times);
  }
}

}  // namespace ag::detail
