#include "device/driver_registry.h"

#include <unistd.h>

#include <cstdlib>
#include <utility>

#include "device/cuda_driver.h"
#include "device/emulated_driver.h"

namespace ag::device {

DriverRegistry::DriverRegistry(std::string cuda_path, const char* setting)
    : cuda_path_(std::move(cuda_path)), setting_(setting ? setting : ""), has_setting_(setting != nullptr) {}

std::optional<Failure> DriverRegistry::fork_failure() const {
  if (process_ == 0 || process_ == getpid()) return std::nullopt;
  return Failure{FailureKind::Other, "", "a device that was opened before fork() cannot be used in the child process",
                 "use devices in one of the processes only, or start the other one with exec"};
}

const DriverRegistry::OpenedLibrary& DriverRegistry::library() {
  if (!library_) {
    library_.emplace(CudaLibrary::open(cuda_path_));
    if (*library_ && process_ == 0) process_ = getpid();
  }
  return *library_;
}

Result<std::shared_ptr<const CudaLibrary>> DriverRegistry::cuda_library() {
  const std::lock_guard lock(mutex_);
  if (std::optional<Failure> failure = fork_failure()) return *failure;
  return library();
}

std::optional<Failure> DriverRegistry::absence(DeviceKind kind, int index) {
  if (kind != DeviceKind::cuda) return std::nullopt;
  const auto library = cuda_library();
  if (!library) return library.failure();
  if (index < library.value()->device_count()) return std::nullopt;
  return no_such_gpu(*library.value(), index);
}

Result<std::unique_ptr<Driver>> DriverRegistry::open(const Device& device) {
  if (device.kind() == DeviceKind::cuda) {
    if (!library()) return library().failure();
    return open_cuda(library().value(), device.index());
  }
  auto emulated = open_emulated(setting().options);
  if (!emulated) return emulated.failure();
  return std::unique_ptr<Driver>(std::move(emulated.value()));
}

Result<Driver*> DriverRegistry::driver(const Device& device) {
  if (device.kind() == DeviceKind::cpu) return Failure{FailureKind::InvalidArgument, "", "the CPU has no driver"};
  const std::lock_guard lock(mutex_);
  if (std::optional<Failure> failure = fork_failure()) return *failure;
  std::unique_ptr<Driver>& driver = drivers_[{device.kind(), device.index()}];
  if (!driver) {
    auto opened = open(device);
    if (!opened) return opened.failure();
    driver = std::move(opened.value());
    if (process_ == 0) process_ = getpid();
  }
  return driver.get();
}

std::optional<Device> DriverRegistry::default_device() const {
  const std::lock_guard lock(mutex_);
  return default_;
}

void DriverRegistry::set_default_device(const Device& device) {
  const std::lock_guard lock(mutex_);
  default_ = device;
}

DriverRegistry& driver_registry() {
  // Never destroyed: threads and static objects may use devices until the process ends.
  static DriverRegistry& registry = *[] {
    const char* path = std::getenv("AG_CUDA_DRIVER");
    return new DriverRegistry(path ? path : "libcuda.so.1", std::getenv("AG_DEVICE"));
  }();
  return registry;
}

}  // namespace ag::device
