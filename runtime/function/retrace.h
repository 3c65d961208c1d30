#pragma once
/// Why functions are traced again, and warnings where that happens too often.
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ag/retrace.h"
#include "ag/signature.h"
#include "function/concrete_trace.h"

namespace ag::detail {

/// In what `now` differs from the closest of `traces`; `call` is today's.
std::vector<RetraceReason> reasons_for(const CallType& now, const std::vector<std::shared_ptr<ConcreteTrace>>& traces,
                                       const SignatureBuilder& call);

/// Whether AG_LOG asks for notes about traces.
bool logs_retraces();

/// Notices functions that are traced in most of their calls. Shared by the objects that one place in the source makes.
class RetraceWatch {
 public:
  /// A call that found its trace. Does nothing where nobody is interested, which is the rule.
  void note_hit() {
    if (watching_.load(std::memory_order_relaxed)) [[unlikely]]
      count_hit();
  }
  /// A call that was traced; under the lock of one function. Gives how many of how many calls were, if that is worth a
  /// warning.
  struct Often {
    int traces, calls;
  };
  std::optional<Often> note_trace(const std::vector<RetraceReason>& reasons);
  /// What most of the last traces differ in.
  RetraceReason likely_cause() const;

 private:
  void count_hit();

  std::atomic<bool> watching_{false};
  std::atomic<int> hits_{0};
  std::mutex mutex_;
  std::deque<std::pair<int64_t, RetraceReason>> last_;  // the number of the call, and the reason
  int64_t calls_ = 0;
  int warnings_ = 0;
};

/// The watch of the function objects that are made at a place.
std::shared_ptr<RetraceWatch> watch_of(SourceLocation place);

/// Says on std::cerr that a function is traced too often, why, and what helps.
void warn_retracing(const std::string& function, RetraceWatch::Often often, const RetraceReason& cause);

}  // namespace ag::detail
