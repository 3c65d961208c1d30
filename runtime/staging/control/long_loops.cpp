#include "staging/control/long_loops.h"

#include <exception>

#include "ag/error.h"

namespace ag::detail {

namespace {

thread_local LongLoops* innermost = nullptr;

}  // namespace

LongLoops::LongLoops(bool record) : record_(record), outer_(innermost) { innermost = this; }
LongLoops::~LongLoops() { innermost = outer_; }

bool LongLoops::are_recorded() { return innermost && innermost->record_; }
void LongLoops::note_recorded() {
  if (innermost) innermost->recorded_ = true;
}

void trace_long_loops(FunctionRef<void()> trace) {
  std::exception_ptr first;
  {
    const LongLoops loops(!innermost || LongLoops::are_recorded());
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
