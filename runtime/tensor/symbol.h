#pragma once
/// What errors say of a value of a graph where there is no graph: in a member, a global, a container or behind a
/// reference, which keep it beyond the trace that it belongs to.
#include <string>

#include "tensor/impl.h"

namespace ag::detail {

using TraceIsOpen = bool (*)(uint64_t trace);

/// Asked on this thread whether the trace of that number is in progress; null where nothing was traced.
TraceIsOpen& trace_is_open();

/// "'x'", or "the result of 'multiply'" where it has no name.
std::string called(const Symbol& symbol);
/// Where it was computed, and in which function of the user: "model.cpp:7, in 'step'".
std::string origin_text(const Symbol& symbol);
/// The error about a value of another trace, and one of a trace that has ended.
[[noreturn]] void refuse_foreign(const Symbol& symbol, SourceLocation location);
[[noreturn]] void refuse_ended(const Symbol& symbol, SourceLocation location);
/// Throws where it has no value any more, or never had one.
void check_alive(const Symbol& symbol, SourceLocation location);

}  // namespace ag::detail
