#include "temporary_directory.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace agc::tool {

TemporaryDirectory::TemporaryDirectory() {
  const char* base = std::getenv("TMPDIR");
  std::string name = std::string(base != nullptr && *base != '\0' ? base : "/tmp") + "/agc-XXXXXX";
  if (mkdtemp(name.data()) != nullptr) {
    path_ = name;
  } else {
    error_ = "cannot make a temporary folder '" + name + "': " + std::strerror(errno);
  }
}

TemporaryDirectory::~TemporaryDirectory() { remove(); }

void TemporaryDirectory::remove() const {
  std::error_code error;
  if (!path_.empty()) std::filesystem::remove_all(path_, error);
}

}  // namespace agc::tool
