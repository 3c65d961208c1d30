#pragma once
/// Plugin libraries: shared objects beside the runtime library that are opened at their first use. So a program does
/// not load code that only some programs need.
#include <string>
#include <vector>

namespace ag::detail {

/// Returns the path of the runtime library, or of the program that it is linked into; empty if it is not known.
std::string runtime_file();

/// Returns the candidate paths of a shared object, in search order.
std::vector<std::string> plugin_paths(const char* name);

/// Opens the shared object. Returns null if it is not found, and `why` describes the error at the first path.
void* open_plugin(const char* name, std::string& why);

/// Returns the exported symbol of that name, or null if there is none.
const void* plugin_symbol(void* library, const char* name);

}  // namespace ag::detail
