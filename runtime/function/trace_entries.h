#pragma once
/// The traces of a traced function. Look-ups take no lock. Each signature is traced once, and an entry is visible only
/// once it is complete.
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ag/detail/traced_function.h"
#include "exec/observation.h"
#include "function/concrete_trace.h"
#include "function/eager_calls.h"
#include "function/recent_traces.h"
#include "function/retrace.h"

namespace ag::detail {

struct TracedFunction::Entries {
  static constexpr int kManySteps = 4;  // steps along the list before a look-up uses the hash table

  TraceLink exact;              // of one signature each, latest first
  TraceLink general;            // of types with unknown dimensions, in the order of tracing
  mutable RecentTraces recent;  // of the list `exact`
  std::atomic<bool> eager{false};
  std::atomic<int> count{0};
  mutable std::recursive_mutex mutex;                   // held while tracing; recursive for self-calls
  std::vector<std::shared_ptr<ConcreteTrace>> live;     // visible to calls, in the order of tracing
  std::vector<std::shared_ptr<ConcreteTrace>> retired;  // dropped; may be in use
  std::vector<std::shared_ptr<ConcreteTrace>> kept;     // dropped, but found without counting readers: never freed
  size_t uncounted = 0;                                 // number of traces that are not droppable
  mutable std::mutex name_mutex;                        // separate: traces of other functions ask for the name
  std::string name;
  FunctionOptions options;
  std::optional<device::DeviceNumber> device;  // that the options name
  std::vector<Retrace> retraces;
  EagerCalls eager_calls;
  std::vector<CallType> dropped;                  // the latest dropped types
  std::vector<std::vector<uint64_t>> impossible;  // general types with which tracing failed
  std::shared_ptr<RetraceWatch> watch = std::make_shared<RetraceWatch>();
  std::optional<SourceLocation> made_at;  // for an object that ag::function makes

  // If traces may be dropped: the number of look-ups in progress, and a logical clock of uses.
  mutable std::atomic<int> readers{0};
  mutable std::atomic<uint64_t> clock{0};

  exec::RunOptions run_options() const;
  const ConcreteTrace* find_plain_of_many(std::span<const Tensor* const> arguments) const;

  /// The result of a look-up. `counted`: the call is registered as a reader. Otherwise the look-up stops at the first
  /// trace that may be dropped, and `complete` is false.
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
