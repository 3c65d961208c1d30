#pragma once
/// Files that are written whole or not at all.
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace agc::tool {

/// Puts `text` into `path`, through a temporary file in the same folder. A file that holds this text already is not
/// touched, so that it keeps its time. Gives why it could not be done; empty if it was done.
std::string write_whole(const std::filesystem::path& path, std::string_view text);

/// Copies the file `from` to `path` in the same way, as a program that can be run.
std::string install_program(const std::filesystem::path& from, const std::filesystem::path& path);

/// A rule of make: `target` depends on all of `files`.
std::string depfile_rule(const std::string& target, const std::vector<std::string>& files);

/// Whether both names are the same existing file.
bool is_same_file(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace agc::tool
