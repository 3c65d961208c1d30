#pragma once
/// Files for one test case, and what is said about them.
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "ag/error.h"

namespace ag_test {

/// A folder that vanishes with the test.
class Scratch {
 public:
  Scratch() {
    std::string pattern = (std::filesystem::temp_directory_path() / "ag_test_XXXXXX").string();
    folder_ = ::mkdtemp(pattern.data());
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string write(const std::string& name, const std::string& bytes) const {
    std::ofstream(path(name), std::ios::binary) << bytes;
    return path(name);
  }
  size_t file_count() const {
    return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_), {}));
  }

 private:
  std::filesystem::path folder_;
};

inline std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// A file that NumPy made (see make_array_files.py).
inline std::string data_file(const std::string& name) {
  return std::string(AG_SOURCE_DIR) + "/test/runtime/tensor/data/" + name;
}

/// The message of the error that `f` throws, without the place.
template <class F>
std::string fault_of(F&& f, ag::ErrorKind* kind = nullptr) {
  try {
    f();
  } catch (const ag::Error& error) {
    if (kind) *kind = error.kind();
    return error.message();
  }
  return "no error";
}

}  // namespace ag_test
