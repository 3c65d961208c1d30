#pragma once
/// Which compiler, and which of its flags belong to compiling and which to linking.
#include <filesystem>
#include <string>
#include <vector>

#include "runtime_location.h"
#include "source_options.h"

namespace agc::tool {

/// The words that start the compiler: as asked for, else CXX, else g++, c++ or clang++-19, whichever is there. Empty
/// where there is none; then `report` says so.
std::vector<std::string> choose_compiler(const std::string& asked, Report& report);

/// The command that compiles `input` (the converted file, or the source itself) into `object`.
std::vector<std::string> compile_command(const std::vector<std::string>& compiler, const SourceCommand& command,
                                         const RuntimeLocation& runtime, const std::filesystem::path& source,
                                         const std::filesystem::path& input, const std::filesystem::path& object);

/// The command that links `objects` into `program`.
std::vector<std::string> link_command(const std::vector<std::string>& compiler, const std::vector<std::string>& flags,
                                      const RuntimeLocation& runtime, const std::vector<std::string>& objects,
                                      const std::filesystem::path& program);

}  // namespace agc::tool
