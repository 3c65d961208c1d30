#pragma once
/// Calls of a traced function that run eagerly, because what the function does cannot become a graph.
#include <cstdint>
#include <string>

#include "ag/error.h"

namespace ag {

/// The calls of one signature that run eagerly.
struct AG_API EagerCall {
  std::string call;         // as "(x: float32[3], n: int 2)"; empty where every call runs eagerly
  std::string reason;       // the message of the error that ended the trace, or the converter's diagnostic
  SourceLocation location;  // the construct that cannot be staged

  /// As "(x: float32[3]): file:line: reason".
  std::string str() const;
};

namespace detail {

/// Ends the trace in progress, so that the function that it is of runs eagerly.
AG_API void refuse_in_trace(const char* reason, const SourceLocation& location);

/// Lives as long as a call that runs eagerly, for profilers.
class AG_API EagerSpan {
 public:
  /// `function`: a place in the function that is called.
  explicit EagerSpan(const SourceLocation& function);
  ~EagerSpan();
  EagerSpan(const EagerSpan&) = delete;
  EagerSpan& operator=(const EagerSpan&) = delete;

 private:
  int64_t around_ = -1;  // the number of spans that are open around it; -1 where no profiler records
};

/// Where a function that was left as it was written stands, and why.
struct LeftEager {
  const char* reason = nullptr;  // null: it was converted
  SourceLocation location = SourceLocation::current();
};

}  // namespace detail
}  // namespace ag
