#pragma once
/// Recursive functions whose depth depends on a tensor: the graph calls itself.
///
/// A call of a function that is being traced, with arguments of the same types and below a branch or loop of the graph,
/// would be inlined forever. Instead it becomes a node that runs the graph of the function. The result types of the
/// node are found by a fixed-point iteration. In the first attempt a self-call ends its branch, so that only the other
/// paths contribute. Attempts are repeated until the traced result types equal the assumed ones.
#include <map>
#include <memory>
#include <vector>

#include "ag/detail/traced_function.h"
#include "function/called_trace.h"
#include "function/concrete_trace.h"
#include "ops/host_calls.h"

namespace ag::detail {

/// A trace of a function in progress, where the function may call itself.
class Recursion {
 public:
  /// `roots`: the objects of the call that is being traced.
  Recursion(const TracedFunction& function, const CallType& type, const Roots& roots);
  ~Recursion();
  Recursion(const Recursion&) = delete;
  Recursion& operator=(const Recursion&) = delete;

  /// The innermost recursion that serves this call; null if there is none.
  static Recursion* find(const TracedFunction& function, const SignatureBuilder& call);
  /// True if a trace of the function is in progress; true if it is the innermost one.
  static bool is_inside(const TracedFunction& function);
  static bool is_innermost(const TracedFunction& function);
  /// The recursion of the trace in progress; null outside of traces.
  static Recursion* innermost();
  /// True if a self-call ended its branch because its result types are not known yet.
  static bool has_waited();

  /// Makes the trace; repeats `attempt` until the result types of self-calls are settled.
  std::shared_ptr<ConcreteTrace> trace(const std::string& name, SourceLocation location,
                                       FunctionRef<std::shared_ptr<ConcreteTrace>()> attempt);

  /// The trace of the previous attempt, which has the assumed result types; ends the branch if there is none.
  const ConcreteTrace& result(SourceLocation location);
  /// Records a call node of `trace`, which is a result of `result`, or a separate trace.
  static std::vector<Tensor> record(const ConcreteTrace& trace, const SignatureBuilder& call, SourceLocation location);

  /// Traces of other recursive functions that this function calls.
  std::shared_ptr<ConcreteTrace> known(const TracedFunction& function, const CallType& type, const Roots& roots) const;
  void keep(const TracedFunction& function, const Roots& roots, std::shared_ptr<ConcreteTrace> trace);

 private:
  struct Known {
    const TracedFunction* function;
    Roots roots;
    std::shared_ptr<ConcreteTrace> trace;
  };

  /// True if the result types of the trace are those assumed for self-calls; otherwise generalizes the assumption.
  bool settles(const ConcreteTrace& trace);

  const TracedFunction& function_;
  const CallType& type_;
  const Roots& roots_;
  Recursion* outer_;
  std::shared_ptr<ops::HostCallee> callee_;    // of the self-calls in this attempt; `results` are the assumed types
  std::shared_ptr<CalledTrace> called_trace_;  // of the self-calls in this attempt
  std::shared_ptr<ConcreteTrace> previous_;    // of the previous attempt
  SourceLocation called_at_ = SourceLocation::current();
  bool called_ = false;
  bool waited_ = false;
  std::vector<Known> known_;
};

}  // namespace ag::detail
