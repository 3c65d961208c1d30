#include "converted_output.h"

#include <algorithm>

#include "output_file.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

bool write_text(const fs::path& path, const std::string& text, const TransformResult& result, Report& report) {
  const bool is_source =
      std::ranges::any_of(result.dependencies, [&](const std::string& file) { return is_same_file(file, path); });
  const std::string shown = "'" + path.string() + "'";
  if (is_source) {
    report.add(plain_error(
        "cannot-write", "the output " + shown + " is a file that the input includes; agc never overwrites a source"));
    return false;
  }
  const std::string error = write_whole(path, text);
  if (!error.empty()) report.add(plain_error("cannot-write", "cannot write " + shown + ": " + error));
  return error.empty();
}

fs::file_time_type time_of(const fs::path& path) {
  std::error_code error;
  return fs::last_write_time(path, error);
}

}  // namespace

std::string header_folder(const fs::path& output) { return output.filename().string() + ".headers"; }

bool write_converted(const fs::path& output, const TransformResult& result, Report& report) {
  std::error_code error;
  bool changed = false;
  if (!result.headers.empty()) {
    const fs::path folder = output.parent_path() / header_folder(output);
    // A folder that cannot be made is reported when the first file is written into it.
    fs::create_directories(folder, error);
    for (const ConvertedHeader& header : result.headers) {
      const fs::path path = folder / header.name;
      const fs::file_time_type before = time_of(path);
      if (!write_text(path, header.text, result, report)) return false;
      changed = changed || time_of(path) != before;
    }
  }
  const fs::file_time_type before = time_of(output);
  if (!write_text(output, *result.text, result, report)) return false;
  if (changed && time_of(output) == before) {
    fs::last_write_time(output, fs::file_time_type::clock::now(), error);
  }
  return true;
}

}  // namespace agc::tool
