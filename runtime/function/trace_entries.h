#pragma once
/// The traces of a traced function: look-ups take no lock, each signature is traced once, an entry counts only when
/// complete.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/traced_function.h"
#include "exec/watch.h"
#include "function/concrete_trace.h"
#include "function/eager_calls.h"
#include "function/recent_traces.h"
#include "function/retrace.h"

namespace ag::detail {

struct TracedFunction::Entries {
  static constexpr int kManySteps = 4;  // along a list, after which a call looks among recent ones

  TraceLink exact;              // of one signature each, the latest first
  TraceLink general;            // of types with open dimensions, in the order of tracing
  mutable RecentTraces recent;  // of the exact ones
  std::atomic<bool> eager{false};
  std::atomic<int> count{0};
  mutable std::recursive_mutex mutex;  // tracing; recursive, for a function that is called while it is traced
  std::vector<std::shared_ptr<ConcreteTrace>> live;     // those that calls find, in the order of tracing
  std::vector<std::shared_ptr<ConcreteTrace>> retired;  // others may be in use
  std::vector<std::shared_ptr<ConcreteTrace>> kept;     // and those of them that calls find without being counted
  size_t uncounted = 0;                                 // such traces, of all
  mutable std::mutex name_mutex;                        // others ask for the name while they are traced
  std::string name;
  FunctionOptions options;
  std::vector<Retrace> retraces;
  EagerCalls eager_calls;
  std::vector<CallType> dropped;                  // the latest
  std::vector<std::vector<uint64_t>> impossible;  // general types that the body cannot be traced with
  std::shared_ptr<RetraceWatch> watch = std::make_shared<RetraceWatch>();
  std::optional<SourceLocation> made_at;  // of an object that ag::function makes

  // Where traces may be dropped: calls that are looking, and a clock of their uses.
  mutable std::atomic<int> readers{0};
  mutable std::atomic<uint64_t> clock{0};

  exec::RunOptions run_options() const;
  const ConcreteTrace* find_plain_of_many(std::span<const Tensor* const> arguments) const;

  /// `counted`: the call is one of the readers. Otherwise it ends where there is a trace that may be dropped, and
  /// `complete` is false.
  struct Found {
    const ConcreteTrace* trace = nullptr;
    bool complete = true;
  };
  Found look_up(const SignatureBuilder& signature, bool counted) const;
  Found look_up_of_many(const SignatureBuilder& signature, bool counted) const;
  Found look_up_general(const SignatureBuilder& signature, bool counted) const;
  Found look_up_counted(const SignatureBuilder& signature) const;
  bool next_is_droppable();
  std::vector<CallType> candidates(const CallType& type) const;
  const ConcreteTrace& publish(std::shared_ptr<ConcreteTrace> trace);
  void unlink(const ConcreteTrace* trace);
  void drop_least_used();
  void keep_reason(const CallType& type, const SignatureBuilder& signature);
};

inline TracedFunction::Entries::Found TracedFunction::Entries::look_up(const SignatureBuilder& signature,
                                                                       bool counted) const {
  int steps = 0;
  for (TraceLink::Next at = exact.load(); at.trace; at = at.trace->next.load()) {
    if (at.droppable && !counted) return {nullptr, false};
    if (at.trace->matches(signature)) return {at.trace};
    if (++steps == kManySteps) [[unlikely]]
      return look_up_of_many(signature, counted);
  }
  return look_up_general(signature, counted);
}

}  // namespace ag::detail
