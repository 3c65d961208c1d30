#pragma once
/// Records of traced functions that run eagerly because their body cannot become a graph.
#include <cstdint>
#include <string>

#include "ag/error.h"

namespace ag {

/// The calls with one signature that run eagerly.
struct AG_API EagerCall {
  std::string call;         // such as "(x: float32[3], n: int 2)"; empty if every call runs eagerly
  std::string reason;       // the message of the error that ended the trace, or the converter's diagnostic
  SourceLocation location;  // the construct that cannot be staged

  /// Returns text such as "(x: float32[3]): file:line: reason".
  std::string str() const;
};

namespace detail {

/// Ends the trace in progress; the traced function then runs eagerly.
AG_API void refuse_in_trace(const char* reason, const SourceLocation& location);

/// Marks the duration of an eager call for profilers.
class AG_API EagerSpan {
 public:
  /// `function`: a location in the called function.
  explicit EagerSpan(const SourceLocation& function);
  ~EagerSpan();
  EagerSpan(const EagerSpan&) = delete;
  EagerSpan& operator=(const EagerSpan&) = delete;

 private:
  int64_t around_ = -1;  // the number of enclosing open spans; -1 without a profiler
};

/// The location of an unconverted function, and the reason.
struct LeftEager {
  const char* reason = nullptr;  // null if the function was converted
  SourceLocation location = SourceLocation::current();
};

}  // namespace detail
}  // namespace ag
