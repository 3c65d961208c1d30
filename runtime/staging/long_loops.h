#pragma once
/// Loops over numbers of the host that are too long to be unrolled: they are recorded as loops of the graph, with
/// symbolic counters, where their bodies allow it. The counters stay symbolic after such a loop, and extents that
/// change in it are open. What needs to know them makes the trace fail; the function is then traced again without such
/// loops.
#include "ag/function_ref.h"

namespace ag::detail {

/// Iterations of a loop that are unrolled at most, if the loop can be recorded.
inline constexpr int kMostUnrolled = 256;

/// The loops of one trace.
class LongLoops {
 public:
  /// `record`: whether long loops are recorded in this trace.
  explicit LongLoops(bool record);
  ~LongLoops();
  LongLoops(const LongLoops&) = delete;
  LongLoops& operator=(const LongLoops&) = delete;

  /// Whether a loop was recorded that the host could have counted.
  bool recorded() const { return recorded_; }

  static bool are_recorded();
  static void note_recorded();

 private:
  const bool record_;
  bool recorded_ = false;
  LongLoops* const outer_;
};

/// Runs `trace`, which makes a trace; once more without long loops where it fails and there were such.
void trace_long_loops(FunctionRef<void()> trace);

}  // namespace ag::detail
