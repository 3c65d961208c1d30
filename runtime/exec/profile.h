#pragma once
/// Time spans for profilers. A span is opened and closed on one thread, and the spans of a thread nest.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ag/error.h"
#include "exec/observation.h"

namespace ag::exec {

class Recording;

/// The subject of a span. Spans are recorded if is_profiled() (observation.h).
enum class SpanKind : uint8_t { Call, Trace, Optimize, Lower, Load, Compile, Operation, Loop, Kernel };

/// The executor of a call. Host is that of functions that run eagerly.
enum class ExecutedBy : uint8_t { Nothing, Native, Interpreter, Host };

struct SpanLabel {
  SpanKind kind;
  std::string_view name;
  SourceLocation place;
  std::string_view signature = {};
};

/// Opens a span and returns the number of enclosing open spans, or -1 if there is no recording.
int64_t open_span(const SpanLabel& label);
/// Closes spans until `open` are left.
void close_spans(int64_t open);
/// Closes the innermost span.
void close_span();
/// Records the executor of the innermost call, if that is not native code.
void note_run_by(ExecutedBy executor);

class Span {
 public:
  explicit Span(const SpanLabel& label) : around_(is_profiled() ? open_span(label) : -1) {}
  ~Span() {
    if (around_ >= 0) close_spans(around_);
  }
  Span(const Span&) = delete;
  Span& operator=(const Span&) = delete;

 private:
  int64_t around_;
};

/// Begins a recording. `who` and `remedy` appear in the error of a later attempt to begin another one: they name the
/// recorder and the way to stop it. Throws if a recording is in progress.
std::shared_ptr<Recording> begin_recording(SourceLocation location, const std::string& who, const std::string& remedy);
void end_recording(Recording& recording);

/// Begins the recording of the whole program if AG_PROFILE requests it. Returns whether it did.
bool begin_recording_of_process();

/// The texts of Profiler::write and Profiler::summary.
std::string trace_events(const Recording& recording);
std::string summary(const Recording& recording, int rows);

}  // namespace ag::exec
