#pragma once
/// The reasons for retracing, and a warning for functions that are retraced too often.
#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "ag/detail/signature.h"
#include "ag/retrace.h"
#include "function/concrete_trace.h"

namespace ag::detail {

/// The differences between `now` and the closest of `traces`; `call` is the call being traced.
std::vector<RetraceReason> reasons_for(const CallType& now, const std::vector<std::shared_ptr<ConcreteTrace>>& traces,
                                       const SignatureBuilder& call);

/// Detects functions that are traced in most of their calls. The function objects that one source location makes share
/// a watch.
class RetraceWatch {
 public:
  /// Notes a call that found its trace. Does nothing unless a trace was made recently, which is rare.
  void note_hit() {
    if (watching_.load(std::memory_order_relaxed)) [[unlikely]]
      count_hit();
  }
  /// Notes a call that was traced; the caller holds the lock of the function. Returns the numbers of traces and calls
  /// if the ratio warrants a warning.
  struct Often {
    int traces, calls;
  };
  std::optional<Often> note_trace(const std::vector<RetraceReason>& reasons);
  /// The difference that most of the last traces have in common.
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

/// The watch of the function objects made at `place`.
std::shared_ptr<RetraceWatch> watch_of(SourceLocation place);

/// Warns on std::cerr that a function is traced too often, with the cause and a remedy.
void warn_retracing(const std::string& function, RetraceWatch::Often often, const RetraceReason& cause);

}  // namespace ag::detail
