#include "runtime_location.h"

#include <vector>

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLibraryName = "libag_runtime.so";

/// The folder that holds bin, include and lib.
fs::path prefix() {
  std::error_code error;
  const fs::path program = fs::canonical("/proc/self/exe", error);
  return error ? fs::path() : program.parent_path().parent_path();
}

}  // namespace

std::filesystem::path expected_library() { return prefix() / "lib" / kLibraryName; }

std::optional<RuntimeLocation> find_runtime(std::string& looked_in) {
  std::error_code error;
  RuntimeLocation runtime;
  runtime.include = prefix() / "include";
  looked_in = (runtime.include / "ag" / "ag.h").string();
  if (!fs::is_regular_file(looked_in, error)) return std::nullopt;
  for (const fs::path& folder : {prefix() / "lib", prefix() / AG_INSTALL_LIBDIR}) {
    if (fs::is_regular_file(folder / kLibraryName, error)) {
      runtime.library = folder / kLibraryName;
      break;
    }
  }
  return runtime;
}

}  // namespace agc::tool
