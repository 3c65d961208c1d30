#pragma once
/// Call chains of recorded operations: the calls between the traced function and the location of an operation. A graph
/// keeps them with the locations of its nodes, and its errors report them.
#include <exception>
#include <string>
#include <vector>

#include "ag/error.h"

namespace ag::detail {

/// An immutable call chain, kept for the life of the process.
struct CallChain {
  std::string traced;                  // the traced function
  std::vector<std::string> functions;  // the traced functions inlined into it, outermost first
  std::vector<const void*> returns;    // return addresses, innermost first, which debug information resolves
};

}  // namespace ag::detail

namespace ag::tracing {

/// Marks the start and the end of a call of another traced function by the traced function.
void enter_function(const SourceLocation& location);
void leave_function();

/// The start of a trace: only calls below it belong to the trace.
struct CallBase {
  const void* frame = nullptr;
  size_t functions = 0;
};
/// Returns the base of a trace that starts in this call.
CallBase call_base(const void* frame);

/// Returns the location with the calls that lead to it; unchanged if it is in the traced function itself.
SourceLocation with_calls(SourceLocation location, const std::string& traced, const CallBase& base);

/// Returns the calls that lead to a location as readable text, innermost first.
std::vector<std::string> call_notes(const SourceLocation& location);

/// Returns the name of the function at an address, or the address if the name is unknown.
std::string name_of_address(const void* address);

/// Rethrows the error with the calls that lead to its location as notes. Exceptions of the program are rethrown
/// unchanged.
[[noreturn]] void rethrow_with_calls(const std::exception_ptr& error);

}  // namespace ag::tracing
