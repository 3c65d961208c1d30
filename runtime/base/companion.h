#pragma once
/// Shared objects that lie beside the runtime library, and are opened when they are needed first: so a program does not
/// load what only some programs use.
#include <string>
#include <vector>

namespace ag::detail {

/// The runtime library, or the program that it is linked into; empty where that is not known.
std::string runtime_file();

/// Where a shared object may be, in the order in which it is looked for.
std::vector<std::string> companion_paths(const char* name);

/// Opens it; null where it is nowhere, and `why` says what was wrong with the first place.
void* open_companion(const char* name, std::string& why);

/// What it exports under that name; null where there is no such thing.
const void* companion_symbol(void* library, const char* name);

}  // namespace ag::detail
