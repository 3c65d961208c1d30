#pragma once
/// In which round of which loop a graph failed, as notes of its error.
#include <cstdint>
#include <exception>
#include <span>

#include "ag/error.h"

namespace ag::exec {

struct LoopRound {
  SourceLocation location;
  int64_t complete = 0;  // rounds before the one that failed
};

/// Throws the error with the loops that it left, inner ones first. What the program throws itself stays as it is.
[[noreturn]] void rethrow_in(const std::exception_ptr& error, std::span<const LoopRound> loops);

}  // namespace ag::exec
