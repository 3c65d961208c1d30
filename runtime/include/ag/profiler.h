#pragma once
/// Where the time of traced functions goes: calls, tracing and compiling, and the operations and loops in them.
#include <memory>
#include <string>

#include "ag/error.h"
#include "ag/export.h"

namespace ag {

/// Records from where it is made to where it ends, or to `stop`. There is one at a time.
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
///   * what the first call does: tracing, optimizing, lowering, compiling, or loading code from the cache;
///   * each operation in the interpreter; in native code each outermost loop and each kernel. Code that was compiled
///     while nobody recorded has no spans inside, so a profiler is to be made before the first call.
/// All have the file and line of the user's source. Spans that are open when recording ends do not count. Operations
/// that run eagerly are not recorded.
///
/// AG_PROFILE=FILE in the environment records the whole program: at its end the trace is written to FILE and the
/// summary to standard error.
class AG_API Profiler {
 public:
  /// Begins to record. Throws invalid_argument where another profiler records.
  explicit Profiler(SourceLocation location = SourceLocation::current());
  ~Profiler();
  Profiler(const Profiler&) = delete;
  Profiler& operator=(const Profiler&) = delete;

  /// Ends recording; a second time does nothing.
  void stop();
  bool is_recording() const;

  /// Writes what was recorded so far as a file in Chrome's trace-event format, which chrome://tracing and
  /// https://ui.perfetto.dev show: complete events ("ph": "X") in microseconds, one row for each thread
  /// (https://docs.google.com/document/d/1CvAClvFfyA5R-PhYUmn5OOQtYMH4h6I0nSsKchNAySU). The file appears when it is
  /// whole. A million spans are kept one by one, further ones only in the summary.
  void write(const std::string& path, SourceLocation location = SourceLocation::current()) const;

  /// A table of what was recorded so far, at most `rows` of it, the longest first: for each name and place the number
  /// of calls, the time of all, of one, and without what other spans inside took (self).
  std::string summary(int rows = 40) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace ag
