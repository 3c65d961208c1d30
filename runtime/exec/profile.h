#pragma once
/// Spans of time, as profilers record them. A span is opened and closed on one thread; the spans of a thread nest.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "ag/error.h"
#include "exec/watch.h"

namespace ag::exec {

class Recording;

/// What a span is of; is_profiled() (watch.h) says whether anybody wants to know.
enum class SpanKind : uint8_t { Call, Trace, Optimize, Lower, Load, Compile, Operation, Loop, Kernel };

/// What ran a call; the host runs those of functions that run eagerly.
enum class RanBy : uint8_t { Nothing, Native, Interpreter, Host };

struct SpanLabel {
  SpanKind kind;
  std::string_view name;
  SourceLocation place;
  std::string_view signature = {};
};

/// Opens a span and gives how many are open around it; -1 where nobody records.
int64_t open_span(const SpanLabel& label);
/// Closes spans until so many are open.
void close_spans(int64_t open);
/// Closes the innermost one.
void close_span();
/// Says of the innermost call what runs it, where that is not native code.
void note_run_by(RanBy executor);

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

/// Begins to record. `who` and `remedy` are for those who want to do so before it ends: they are told who records, and
/// what to do. Throws where somebody records.
std::shared_ptr<Recording> begin_recording(SourceLocation location, const std::string& who, const std::string& remedy);
void end_recording(Recording& recording);

/// Whether AG_PROFILE asks for a recording of the whole program, which begins now.
bool begin_recording_of_process();

/// As Profiler::write and Profiler::summary say.
std::string trace_events(const Recording& recording);
std::string summary(const Recording& recording, int rows);

}  // namespace ag::exec
