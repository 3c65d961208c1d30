#pragma once
/// Native code as a file of the cache: a shared object, the key that it was made for, and a checksum of both at the
/// end, where the loader of the system does not look.
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "program/code_generator.h"

namespace ag::exec {

/// Makes such a file of a shared object, whole or not at all; false where it cannot be written.
bool write_code(const std::string& path, const std::string& shared_object, std::string_view key);

/// The code of a file; null where the file is not there, is damaged (then it is removed) or was made for another key.
std::unique_ptr<codegen::NativeCode> load_code(const std::string& path, std::string_view key,
                                               std::span<const codegen::Symbol> symbols);

}  // namespace ag::exec
