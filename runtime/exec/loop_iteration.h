#pragma once
/// Notes in an error about the loops and iterations in which it occurred.
#include <cstdint>
#include <exception>
#include <span>

#include "ag/error.h"

namespace ag::exec {

struct LoopIteration {
  SourceLocation location;
  int64_t complete = 0;  // iterations completed before the failing one
};

/// Throws the error with the loops that it left, innermost first. Exceptions of the user's program are not changed.
[[noreturn]] void rethrow_in(const std::exception_ptr& error, std::span<const LoopIteration> loops);

}  // namespace ag::exec
