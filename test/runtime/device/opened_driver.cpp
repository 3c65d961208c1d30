#include "opened_driver.h"

#include <dlfcn.h>

#include <cstring>
#include <stdexcept>

namespace ag::test {

FakeCuda& reset_fake_cuda() {
  void* library = dlopen(AG_FAKE_CUDA, RTLD_NOW | RTLD_LOCAL);
  if (!library) throw std::runtime_error(dlerror());
  FakeCuda& settings = *reinterpret_cast<FakeCudaSettings>(dlsym(library, "fake_cuda"))();
  settings = FakeCuda();
  return settings;
}

OpenedDriver open_fake_cuda() {
  reset_fake_cuda();
  return {"cuda", succeed(device::open_cuda(succeed(device::CudaLibrary::open(AG_FAKE_CUDA)), 0)),
          bytes_of("fake module")};
}

std::vector<std::byte> bytes_of(const char* text) {
  std::vector<std::byte> bytes(std::strlen(text) + 1);
  std::memcpy(bytes.data(), text, bytes.size());
  return bytes;
}

void succeed(const device::Status& status) {
  if (!status) throw device::to_error(status.failure(), SourceLocation::current());
}

}  // namespace ag::test
