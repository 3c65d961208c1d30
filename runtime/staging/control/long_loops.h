#pragma once
/// Host loops too long to unroll: they are recorded as loops of the graph with symbolic counters, if their bodies
/// permit. After such a loop the counters remain symbolic, and extents that change in it are unknown. Code that must
/// know them makes the trace fail; the function is then traced again without recording such loops.
#include "ag/detail/function_ref.h"

namespace ag::detail {

/// The maximum number of unrolled iterations of a loop that can be recorded.
inline constexpr int kMaxUnrolled = 128;

/// The long loops of one trace.
class LongLoops {
 public:
  /// `record`: true if long loops are recorded in this trace.
  explicit LongLoops(bool record);
  ~LongLoops();
  LongLoops(const LongLoops&) = delete;
  LongLoops& operator=(const LongLoops&) = delete;

  /// True if a loop was recorded that the host could have counted.
  bool recorded() const { return recorded_; }

  static bool are_recorded();
  static void note_recorded();

 private:
  const bool record_;
  bool recorded_ = false;
  LongLoops* const outer_;
};

/// Runs `trace`, which makes a trace. If it fails after recording long loops, runs it again without.
void trace_long_loops(FunctionRef<void()> trace);

}  // namespace ag::detail
