#include "base/plugin_library.h"

#include <dlfcn.h>

namespace ag::detail {

std::string runtime_file() {
  Dl_info info{};
  if (!dladdr(reinterpret_cast<const void*>(&open_plugin), &info) || !info.dli_fname) return "";
  return info.dli_fname;
}

std::vector<std::string> plugin_paths(const char* name) {
  const std::string path = runtime_file();
  if (path.empty()) return {name};
  const size_t slash = path.rfind('/');
  const std::string folder = slash == std::string::npos ? "." : path.substr(0, slash);
  return {folder + "/" + name, folder + "/../lib/" + name, name};
}

void* open_plugin(const char* name, std::string& why) {
  for (const std::string& path : plugin_paths(name)) {
    if (void* library = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return library;
    const char* error = dlerror();
    if (why.empty() && error) why = error;
  }
  return nullptr;
}

const void* plugin_symbol(void* library, const char* name) { return dlsym(library, name); }

}  // namespace ag::detail
