#include "exec/backend.h"

#include <dlfcn.h>
#include <sys/stat.h>

#include <iostream>
#include <mutex>
#include <vector>

namespace ag::exec {

namespace {

constexpr const char* kLibrary = "libag_codegen.so";

/// The runtime library, or the program that it is linked into.
std::string own_file() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&backend), &info) || !info.dli_fname) return "";
  return info.dli_fname;
}

/// Where the code generator may be, in the order in which it is looked for.
std::vector<std::string> candidates() {
  const std::string path = own_file();
  if (path.empty()) return {kLibrary};
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  return {folder + "/" + kLibrary, folder + "/../lib/" + kLibrary, kLibrary};
}

struct Backend {
  const codegen::BackendInterface* interface = nullptr;
  std::string why;
};

Backend open_backend() {
  Backend backend;
  void* library = nullptr;
  for (const std::string& path : candidates()) {
    library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library) break;
    const char* error = dlerror();
    if (backend.why.empty() && error) backend.why = error;
  }
  if (!library) return backend;
  const auto* interface = static_cast<const codegen::BackendInterface*>(dlsym(library, "ag_codegen_interface"));
  if (!interface || interface->version != codegen::kBackendVersion) {
    backend.why = std::string(kLibrary) + " is of another version of ag than the runtime";
    return backend;
  }
  backend.interface = interface;
  return backend;
}

/// Size and time of a file, which change whenever it is built anew.
bool add_identity(const std::string& path, std::string& identity) {
  struct stat info;
  if (::stat(path.c_str(), &info) != 0) return false;
  identity += std::to_string(info.st_size) + " " + std::to_string(info.st_mtim.tv_sec) + "." +
              std::to_string(info.st_mtim.tv_nsec) + "\n";
  return true;
}

std::string make_identity() {
  std::string identity = "backend " + std::to_string(codegen::kBackendVersion) + "\n";
  if (!add_identity(own_file(), identity)) return "";
  for (const std::string& path : candidates()) {
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
