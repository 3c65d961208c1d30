#pragma once
/// How the program came to where an operation is recorded: the calls between the function that is traced and the
/// operation's own place. A graph keeps them with the places of its nodes, and its errors name them.
#include <exception>
#include <string>
#include <vector>

#include "ag/error.h"

namespace ag::detail {

/// Kept once for as long as the process lives.
struct CallChain {
  std::string traced;                  // the function that is traced
  std::vector<std::string> functions;  // traced functions that it calls, the outermost first
  std::vector<const void*> returns;    // where the calls go on, the innermost first; what debug information explains
};

}  // namespace ag::detail

namespace ag::tracing {

/// The function that is traced calls another traced function, and comes back from it.
void enter_function(const SourceLocation& location);
void leave_function();

/// Where a trace begins: calls from there on are its own.
struct CallBase {
  const void* frame = nullptr;
  size_t functions = 0;
};
/// That of a trace that begins in this call.
CallBase call_base(const void* frame);

/// The place with the calls that lead to it; as it is where it stands in the traced function itself.
SourceLocation with_calls(SourceLocation location, const std::string& traced, const CallBase& base);

/// The calls that lead to a place, for people, the innermost first.
std::vector<std::string> call_notes(const SourceLocation& location);

/// The name of the function at an address, or the address where nobody knows it.
std::string name_of_address(const void* address);

/// Throws the error, with the calls that lead to its place as notes. What the program throws itself stays as it is.
[[noreturn]] void rethrow_with_calls(const std::exception_ptr& error);

}  // namespace ag::tracing
