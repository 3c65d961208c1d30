#include "output_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <sstream>

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

std::string reason() { return std::strerror(errno); }

/// The whole text, or why not.
std::string write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return reason();
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return "";
}

bool holds(const fs::path& path, std::string_view text) {
  std::error_code error;
  if (fs::file_size(path, error) != text.size() || error) return false;
  std::ifstream stream(path, std::ios::binary);
  std::ostringstream content;
  return stream && content << stream.rdbuf() && content.view() == text;
}

/// Pipes, terminals and devices can't be replaced by a file; they are written to.
std::string write_through(const fs::path& path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  if (descriptor < 0) return reason();
  std::string error = write_all(descriptor, text);
  if (close(descriptor) != 0 && error.empty()) error = reason();
  return error;
}

mode_t mode_for(const fs::path& path) {
  struct stat status{};
  if (stat(path.c_str(), &status) == 0) return status.st_mode & 0777;
  const mode_t mask = umask(0);
  umask(mask);
  return 0666 & ~mask;
}

std::string replace_file(const fs::path& path, std::string_view text, mode_t mode) {
  fs::path name = ".";
  name += path.filename();
  name += ".XXXXXX";
  std::string temporary = (path.parent_path() / name).string();
  const int descriptor = mkostemp(temporary.data(), O_CLOEXEC);
  if (descriptor < 0) return reason();
  std::string error = write_all(descriptor, text);
  if (error.empty() && fchmod(descriptor, mode) != 0) error = reason();
  if (close(descriptor) != 0 && error.empty()) error = reason();
  if (error.empty() && rename(temporary.c_str(), path.c_str()) != 0) error = reason();
  if (!error.empty()) unlink(temporary.c_str());
  return error;
}

/// make reads spaces, '#' and '$' in names as its own.
std::string escaped(const std::string& name) {
  std::string result;
  for (const char c : name) {
    if (c == ' ' || c == '#') result += '\\';
    if (c == '$') result += '$';
    result += c;
  }
  return result;
}

}  // namespace

std::string write_whole(const fs::path& path, std::string_view text) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::is_directory(status)) return "it is a directory";
  if (!fs::exists(status)) {
    // A link that points nowhere would be replaced by the file; write where it points.
    if (!fs::is_symlink(fs::symlink_status(path, error))) return replace_file(path, text, mode_for(path));
    return replace_file(path.parent_path() / fs::read_symlink(path, error), text, mode_for(path));
  }
  if (!fs::is_regular_file(status)) return write_through(path, text);
  if (holds(path, text)) return "";
  if (access(path.c_str(), W_OK) != 0) return reason();
  const fs::path real = fs::canonical(path, error);
  return replace_file(error ? path : real, text, mode_for(path));
}

std::string install_program(const fs::path& from, const fs::path& path) {
  std::error_code error;
  if (fs::is_directory(path, error)) return "it is a directory";
  std::ifstream stream(from, std::ios::binary);
  std::ostringstream content;
  if (!stream || !(content << stream.rdbuf())) return "the linked program cannot be read";
  // A running program cannot be written to; a new file in its place does not disturb it.
  const mode_t mask = umask(0);
  umask(mask);
  return replace_file(path, content.view(), 0777 & ~mask);
}

std::string depfile_rule(const std::string& target, const std::vector<std::string>& files) {
  std::string rule = escaped(target) + ":";
  for (const std::string& file : files) rule += " \\\n  " + escaped(file);
  return rule + "\n";
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code error;
  return fs::equivalent(a, b, error) && !error;
}

}  // namespace agc::tool
