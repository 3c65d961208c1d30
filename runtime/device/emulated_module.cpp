#include "device/emulated_module.h"

#include <dlfcn.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "device/kernel_calls.h"

namespace ag::device {

namespace {

/// Returns a path of an open file in memory. The loader of the system takes libraries of one path for the same one,
/// also after they were closed. So each file has a path of its own, with the bits of its number as detours.
std::string unique_path(int file) {
  struct stat facts{};
  fstat(file, &facts);
  std::string path = "/proc/self/fd";
  for (int bit = 0; bit < 32; ++bit) path += (facts.st_ino >> bit & 1) != 0 ? "/." : "/";
  return path + "/" + std::to_string(file);
}

}  // namespace

std::optional<std::string> EmulatedModule::open(std::span<const std::byte> image) {
  const int file = memfd_create("ag_device_module", MFD_CLOEXEC);
  if (file < 0) return "there is no memory for the file of the module";
  for (std::span<const std::byte> rest = image; !rest.empty();) {
    const ssize_t written = write(file, rest.data(), rest.size());
    if (written <= 0) break;  // the loader reports a short file
    rest = rest.subspan(static_cast<size_t>(written));
  }
  library_ = dlopen(unique_path(file).c_str(), RTLD_NOW | RTLD_LOCAL);
  const char* error = library_ ? nullptr : dlerror();
  close(file);
  if (!library_) return "the image is no module of the emulated device: " + std::string(error ? error : "");
  content_ = static_cast<const AgDeviceModule*>(dlsym(library_, "ag_device_module"));
  if (!content_) return "the image has no ag_device_module";
  if (content_->version != AG_DEVICE_ABI_VERSION) {
    return "the module has version " + std::to_string(content_->version) + " of the interface, and " +
           std::to_string(AG_DEVICE_ABI_VERSION) + " is needed";
  }
  *content_->calls = &kernel_calls();
  return std::nullopt;
}

Result<std::shared_ptr<const EmulatedModule>> EmulatedModule::load(std::span<const std::byte> image) {
  std::shared_ptr<EmulatedModule> module(new EmulatedModule);
  if (std::optional<std::string> error = module->open(image)) {
    return Failure{FailureKind::InvalidModule, "load_module", *error};
  }
  return std::shared_ptr<const EmulatedModule>(std::move(module));
}

EmulatedModule::~EmulatedModule() {
  if (library_) dlclose(library_);
}

const AgDeviceKernel* EmulatedModule::find(const std::string& name) const {
  for (uint32_t i = 0; i < content_->kernel_count; ++i) {
    if (name == content_->kernels[i].name) return &content_->kernels[i];
  }
  return nullptr;
}

const AgDeviceArray* EmulatedModule::array(int index) const {
  const bool has_it = index >= 0 && static_cast<uint32_t>(index) < content_->array_count;
  return has_it ? &content_->arrays[index] : nullptr;
}

std::string EmulatedModule::statement(int index) const {
  const bool has_it = index >= 0 && static_cast<uint32_t>(index) < content_->statement_count;
  return has_it ? content_->statements[index] : "an unknown line";
}

bool EmulatedModule::has(const void* pointer) const {
  Dl_info own{}, other{};
  return dladdr(content_, &own) != 0 && dladdr(pointer, &other) != 0 && own.dli_fbase == other.dli_fbase;
}

}  // namespace ag::device
