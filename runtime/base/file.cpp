#include "base/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <utility>

namespace ag::detail {

namespace {

/// Throws an error with the message of errno, for a path that could not be opened.
[[noreturn]] void throw_errno(const std::string& path, const char* what, int error, SourceLocation location) {
  const ErrorKind kind = error == ENOENT || error == ENOTDIR ? ErrorKind::not_found : ErrorKind::invalid_argument;
  throw Error(kind, path + ": " + what + ": " + std::strerror(error), location);
}

}  // namespace

InputFile::InputFile(const std::string& path, SourceLocation location) : path_(path), location_(location) {
  // Without O_NONBLOCK, opening a pipe would wait for a writer.
  descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor_ < 0) throw_errno(path, "cannot be opened", errno, location);
  struct stat status{};
  const bool is_file = ::fstat(descriptor_, &status) == 0 && S_ISREG(status.st_mode);
  if (!is_file) {
    ::close(descriptor_);
    fail("is not a regular file");
  }
  size_ = static_cast<uint64_t>(status.st_size);
}

InputFile::~InputFile() { ::close(descriptor_); }

void InputFile::read(uint64_t offset, void* out, size_t count) const {
  auto* next = static_cast<char*>(out);
  while (count > 0) {
    const ssize_t got = ::pread(descriptor_, next, count, static_cast<off_t>(offset));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw_errno(path_, "cannot be read", errno, location_);
    if (got == 0) fail("ended while it was read");
    next += got;
    offset += static_cast<uint64_t>(got);
    count -= static_cast<size_t>(got);
  }
}

void InputFile::fail(const std::string& message) const {
  throw Error(ErrorKind::invalid_argument, path_ + ": " + message, location_);
}

OutputFile::OutputFile(const std::string& path, SourceLocation location) : path_(path), location_(location) {
  static std::atomic<unsigned> next{0};
  temporary_ = path + ".tmp" + std::to_string(::getpid()) + "_" + std::to_string(next.fetch_add(1));
  descriptor_ = ::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail();
}

OutputFile::~OutputFile() {
  if (descriptor_ < 0) return;
  ::close(descriptor_);
  ::unlink(temporary_.c_str());
}

void OutputFile::write(const void* data, size_t count) {
  const auto* next = static_cast<const char*>(data);
  while (count > 0) {
    const ssize_t put = ::write(descriptor_, next, std::min(count, size_t{1} << 30));
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) fail();
    next += put;
    count -= static_cast<size_t>(put);
  }
}

void OutputFile::commit() {
  if (::close(std::exchange(descriptor_, -1)) != 0 || ::rename(temporary_.c_str(), path_.c_str()) != 0) {
    const int error = errno;
    ::unlink(temporary_.c_str());
    throw_errno(path_, "cannot be written", error, location_);
  }
}

void OutputFile::fail() const { throw_errno(path_, "cannot be written", errno, location_); }

}  // namespace ag::detail
