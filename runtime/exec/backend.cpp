#include "exec/backend.h"

#include <sys/stat.h>

#include <iostream>
#include <mutex>

#include "base/plugin_library.h"

namespace ag::exec {

namespace {

constexpr const char* kLibrary = "libag_codegen.so";

struct Backend {
  const codegen::BackendInterface* interface = nullptr;
  std::string why;
};

Backend open_backend() {
  Backend backend;
  void* library = detail::open_plugin(kLibrary, backend.why);
  if (!library) return backend;
  const auto* interface =
      static_cast<const codegen::BackendInterface*>(detail::plugin_symbol(library, "ag_codegen_interface"));
  if (!interface || interface->version != codegen::kBackendVersion) {
    backend.why = std::string(kLibrary) + " is of another version of ag than the runtime";
    return backend;
  }
  backend.interface = interface;
  return backend;
}

/// Appends the size and the modification time of a file, which change with each build. Returns false if there is no
/// such file.
bool add_identity(const std::string& path, std::string& identity) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0) return false;
  identity += std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + "." +
              std::to_string(info.st_mtim.tv_nsec) + "\n";
  return true;
}

std::string make_identity() {
  std::string identity = "backend " + std::to_string(codegen::kBackendVersion) + "\n";
  if (!add_identity(detail::runtime_file(), identity)) return "";
  for (const std::string& path : detail::plugin_paths(kLibrary)) {
    if (add_identity(path, identity)) return identity;
  }
  return "";
}

}  // namespace

const codegen::BackendInterface* backend(std::string& why) {
  static const Backend backend = open_backend();
  why = backend.why;
  return backend.interface;
}

void note_missing_backend(const std::string& why) {
  static std::once_flag once;
  std::call_once(once, [&] {
    std::cerr << "ag: note: the code generator is not there, graphs are run by the interpreter (" << why << ")\n";
  });
}

const std::string& backend_identity() {
  static const std::string identity = make_identity();
  return identity;
}

}  // namespace ag::exec
