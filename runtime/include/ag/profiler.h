#pragma once
/// A profiler of traced functions: calls, tracing and compilation, and the operations and loops of graphs.
#include <string>

#include "ag/detail/export.h"
#include "ag/detail/pimpl.h"
#include "ag/error.h"

namespace ag {

/// Records from its construction to its destruction or to `stop`. Only one profiler can record at a time.
///
///     ag::Profiler profiler;
///     train(model);
///     profiler.stop();
///     std::cerr << profiler.summary();
///     profiler.write("train.trace.json");
///
/// A span is recorded for
///   * each call of a traced function, with its signature and its executor: interpreter, native code, or "eagerly";
///   * each call of another function that the converter left to run eagerly;
///   * the phases of a first call: tracing, optimizing, lowering, compiling, or loading code from the cache;
///   * each operation in the interpreter; in native code each outermost loop and each kernel. Code compiled while no
///     profiler recorded has no inner spans, so a profiler should be created before the first call.
/// Each span has the file and line of the user's source. Spans that are open when recording ends are dropped.
/// Operations that run eagerly are not recorded.
///
/// AG_PROFILE=FILE in the environment records the whole program: at exit the trace is written to FILE and the summary
/// to standard error.
class AG_API Profiler {
 public:
  /// Starts recording. Throws invalid_argument if another profiler is recording.
  explicit Profiler(SourceLocation location = SourceLocation::current());
  ~Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  /// Stops recording; has no effect the second time.
  void stop();
  bool is_recording() const;

  /// Writes the recorded spans as a file in Chrome's trace-event format, for chrome://tracing and
  /// https://ui.perfetto.dev: complete events ("ph": "X") in microseconds, one row per thread
  /// (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). The file is written atomically.
  /// The first million spans are stored individually; later ones appear only in the summary.
  void write(const std::string& path, SourceLocation location = SourceLocation::current()) const;

  /// Returns a table of at most `rows` rows, longest total time first. A row has, for one name and source location, the
  /// number of calls, the total time, the time per call, and the total without inner spans (self).
  std::string summary(int rows = 40) const;

 private:
  struct State;
  detail::Pimpl<State> state_;
};

}  // namespace ag
