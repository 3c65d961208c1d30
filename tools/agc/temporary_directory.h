#pragma once
/// A folder for intermediate files that goes away with its object.
#include <filesystem>
#include <string>

namespace agc::tool {

class TemporaryDirectory {
 public:
  /// In TMPDIR, or /tmp. Where it cannot be made, `path()` is empty and `error()` says why.
  TemporaryDirectory();
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const std::filesystem::path& path() const { return path_; }
  const std::string& error() const { return error_; }

  /// Removes it now, with all that is in it.
  void remove() const;

 private:
  std::filesystem::path path_;
  std::string error_;
};

}  // namespace agc::tool
