#include "staging/control/long_loops.h"

#include <exception>

#include "ag/error.h"

namespace ag::detail {

namespace {

thread_local LongLoops* innermost_loops = nullptr;

}  // namespace

LongLoops::LongLoops(bool record) : record_(record), outer_(innermost_loops) { innermost_loops = this; }
LongLoops::~LongLoops() { innermost_loops = outer_; }

bool LongLoops::are_recorded() { return innermost_loops && innermost_loops->record_; }
void LongLoops::note_recorded() {
  if (innermost_loops) innermost_loops->recorded_ = true;
}

void trace_long_loops(FunctionRef<void()> trace) {
  std::exception_ptr first;
  {
    const LongLoops loops(!innermost_loops || LongLoops::are_recorded());
    try {
      return trace();
    } catch (const Error&) {
      if (!loops.recorded()) throw;
      first = std::current_exception();
    }
  }
  const LongLoops loops(false);
  try {
    trace();
  } catch (const Error&) {
    std::rethrow_exception(first);
  }
}

}  // namespace ag::detail
