#pragma once
/// Files that are read and written whole; errors name the path and the reason.
#include <cstddef>
#include <cstdint>
#include <string>

#include "ag/error.h"

namespace ag::detail {

class InputFile {
 public:
  /// Throws not_found if the file does not exist.
  InputFile(const std::string& path, SourceLocation location);
  ~InputFile();
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  const std::string& path() const { return path_; }
  uint64_t size() const { return size_; }
  /// Reads `count` bytes at `offset`, which must be inside of the file.
  void read(uint64_t offset, void* out, size_t count) const;
  /// Throws invalid_argument "path: message".
  [[noreturn]] void fail(const std::string& message) const;

 private:
  std::string path_;
  SourceLocation location_;
  uint64_t size_ = 0;
  int descriptor_ = -1;
};

/// Writes a temporary file beside the target. `commit` replaces the target by it atomically. Without `commit`, the
/// temporary file is removed.
class OutputFile {
 public:
  OutputFile(const std::string& path, SourceLocation location);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(const void* data, size_t count);
  void commit();

 private:
  [[noreturn]] void fail() const;

  std::string path_;
  std::string temporary_;
  SourceLocation location_;
  int descriptor_ = -1;
};

}  // namespace ag::detail
