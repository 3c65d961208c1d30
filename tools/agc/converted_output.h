#pragma once
/// Where a converted file and the copies of its headers go: `out/a.cpp` and, if functions of headers are converted with
/// it, `out/a.cpp.headers/`.
#include <filesystem>
#include <string>

#include "agc/transform.h"
#include "report.h"

namespace agc::tool {

/// The name of the folder for the headers, as the converted file finds it.
std::string header_folder(const std::filesystem::path& output);

/// Writes the headers, and the file after them; what cannot be written is reported. The file is newer than each of its
/// headers that changed, so that a build system which looks at it alone compiles it again.
bool write_converted(const std::filesystem::path& output, const TransformResult& result, Report& report);

}  // namespace agc::tool
