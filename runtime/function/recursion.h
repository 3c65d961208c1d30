#pragma once
/// Functions that call themselves where a tensor decides how often: their graph calls itself.
///
/// A trace that comes to a call of a function that it is inside of already, for arguments of the same types and behind
/// a branch or loop of the graph, would go on without end. That call becomes a node, which runs the graph of the
/// function. What it gives is known only once the function has been traced, so it is traced until what its own calls
/// were taken to give is what it gives: first with calls that never come back, which leaves the paths without them.
#include <map>
#include <memory>
#include <vector>

#include "ag/traced_function.h"
#include "function/called_trace.h"
#include "function/concrete_trace.h"
#include "ops/host_calls.h"

namespace ag::detail {

/// A trace of a function that is being made.
class Recursion {
 public:
  /// `roots`: the objects of the call that it is made for.
  Recursion(const TracedFunction& function, const CallType& type, const Roots& roots);
  ~Recursion();
  Recursion(const Recursion&) = delete;
  Recursion& operator=(const Recursion&) = delete;

  /// The one that a call leads to, the innermost first; null where there is none.
  static Recursion* find(const TracedFunction& function, const SignatureBuilder& call);
  /// Whether a trace of the function is being made; whether that is the trace in progress.
  static bool is_inside(const TracedFunction& function);
  static bool is_innermost(const TracedFunction& function);
  /// That of the trace in progress; null outside of traces.
  static Recursion* innermost();
  /// Whether a call that never came back, because nothing is known of its result yet, left something out.
  static bool has_waited();

  /// Makes the trace; `attempt` is repeated where the function calls itself.
  std::shared_ptr<ConcreteTrace> trace(const std::string& name, SourceLocation location,
                                       FunctionRef<std::shared_ptr<ConcreteTrace>()> attempt);

  /// What a call of it gives, as far as is known; ends the branch where nothing is.
  const ConcreteTrace& result(SourceLocation location);
  /// Records a call of `trace`, which is what `result` gave for one of the recursions, or a trace of its own.
  static std::vector<Tensor> record(const ConcreteTrace& trace, const SignatureBuilder& call, SourceLocation location);

  /// Traces of other functions that this one calls because they call themselves.
  std::shared_ptr<ConcreteTrace> known(const TracedFunction& function, const CallType& type, const Roots& roots) const;
  void keep(const TracedFunction& function, const Roots& roots, std::shared_ptr<ConcreteTrace> trace);

 private:
  struct Known {
    const TracedFunction* function;
    Roots roots;
    std::shared_ptr<ConcreteTrace> trace;
  };

  /// Whether what its calls were taken to give is what the trace gives; if not, what they give is known better.
  bool settles(const ConcreteTrace& trace);

  const TracedFunction& function_;
  const CallType& type_;
  const Roots& roots_;
  Recursion* outer_;
  std::shared_ptr<ops::HostCallee> callee_;    // of the calls in this attempt; its results are what they give
  std::shared_ptr<CalledTrace> called_trace_;  // the same
  std::shared_ptr<ConcreteTrace> previous_;    // of the attempt before
  SourceLocation called_at_ = SourceLocation::current();
  bool called_ = false;
  bool waited_ = false;
  std::vector<Known> known_;
};

}  // namespace ag::detail
