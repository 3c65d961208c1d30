#pragma once
/// Errors about a symbol that outlives its trace in a member, a global, a container or a reference. They describe the
/// value without access to its graph.
#include <string>

#include "tensor/impl.h"

namespace ag::detail {

using TraceIsOpen = bool (*)(uint64_t trace);

/// The hook of this thread that tells if the trace of that number is in progress; null if nothing was traced.
TraceIsOpen& trace_is_open();

/// Returns "'x'", or "the result of 'multiply'" if the value has no name.
std::string called(const Symbol& symbol);
/// Returns the place of the computation and the user's function: "model.cpp:7, in 'step'".
std::string origin_text(const Symbol& symbol);
/// Throws the error about a value of another trace, and about one of a trace that has ended.
[[noreturn]] void refuse_foreign(const Symbol& symbol, SourceLocation location);
[[noreturn]] void refuse_ended(const Symbol& symbol, SourceLocation location);
/// Throws if the value is not available: its trace has ended, or it never had a value.
void check_alive(const Symbol& symbol, SourceLocation location);

}  // namespace ag::detail
