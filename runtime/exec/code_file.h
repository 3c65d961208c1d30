#pragma once
/// Native code as a file of the cache: a shared object, followed by its key and a checksum of both, which the dynamic
/// loader ignores.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "program/code_generator.h"

namespace ag::exec {

/// Writes such a file atomically from a shared object. Returns false on failure.
bool write_code(const std::string& path, const std::string& shared_object, std::string_view key);

/// Loads the code of a file. Returns null if the file is missing, is damaged (it is then removed) or has another key.
std::unique_ptr<codegen::NativeCode> load_code(const std::string& path, std::string_view key,
                                               std::span<const codegen::Symbol> symbols);

}  // namespace ag::exec
