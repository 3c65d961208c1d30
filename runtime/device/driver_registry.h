#pragma once
/// The drivers of a process. Each is opened at its first use, and stays open.
#include <sys/types.h>

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include "ag/device.h"
#include "device/cuda_library.h"
#include "device/device_setting.h"
#include "device/driver.h"

namespace ag::device {

class DriverRegistry {
 public:
  /// `cuda_path` is the library of the CUDA driver, and `setting` the value of AG_DEVICE, which may be null.
  DriverRegistry(std::string cuda_path, const char* setting);

  /// The value of AG_DEVICE. Throws invalid_argument if it is none.
  DeviceSetting setting() const { return parse_device_setting(has_setting_ ? setting_.c_str() : nullptr); }

  /// Returns the library of the CUDA driver, or the reason that there is none.
  Result<std::shared_ptr<const CudaLibrary>> cuda_library();
  /// Returns the reason that a device is not there, or nothing. Opens no device.
  std::optional<Failure> absence(DeviceKind kind, int index);
  /// Returns the driver of a device. The CPU has none. It fails in a process that was forked after a driver was opened.
  Result<Driver*> driver(const Device& device);

  std::optional<Device> default_device() const;
  void set_default_device(const Device& device);

 private:
  using OpenedLibrary = Result<std::shared_ptr<const CudaLibrary>>;
  const OpenedLibrary& library();
  Result<std::unique_ptr<Driver>> open(const Device& device);
  std::optional<Failure> fork_failure() const;

  const std::string cuda_path_;
  const std::string setting_;
  const bool has_setting_;
  mutable std::mutex mutex_;  // of all below
  std::optional<OpenedLibrary> library_;
  std::map<std::pair<DeviceKind, int>, std::unique_ptr<Driver>> drivers_;
  std::optional<Device> default_;
  pid_t process_ = 0;  // that opened the first driver
};

/// The registry of the process. AG_CUDA_DRIVER names another library than libcuda.so.1.
DriverRegistry& driver_registry();

/// Makes devices of which it is known that they are there.
struct DeviceAccess {
  static Device make(DeviceKind kind, int index) { return Device(kind, index); }
};

}  // namespace ag::device
