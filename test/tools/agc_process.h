#pragma once
/// Drives the program agc as a user does: files in a folder of their own, a command line, and what came out.
#include <filesystem>
#include <string>
#include <vector>

namespace ag_test {

struct ProcessResult {
  int exit_code = 0;  // 128 + n: ended by signal n
  std::string out;
  std::string err;
};

/// Runs a program in `folder`. `environment` holds NAME=value words that are added to the test's own.
ProcessResult run_process(const std::vector<std::string>& command, const std::filesystem::path& folder,
                          const std::vector<std::string>& environment = {});

/// A folder that goes away at the end of the test.
class Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(const Workspace&) = delete;
  Workspace& operator=(const Workspace&) = delete;

  const std::filesystem::path& folder() const { return folder_; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  /// Names of everything in it, sorted; hidden files too.
  std::vector<std::string> names() const;

  /// agc with these arguments, in this folder, with temporary files in a folder that is checked to be empty afterwards.
  ProcessResult agc(const std::vector<std::string>& arguments, const std::vector<std::string>& environment = {}) const;

 private:
  std::filesystem::path folder_;
};

/// Whether a program of this name is in PATH.
bool has_program(const std::string& name);

}  // namespace ag_test
