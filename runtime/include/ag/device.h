#pragma once
/// Devices: the CPU, NVIDIA GPUs, and the emulated device, which checks the use of a GPU without one.
#include <cstdint>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "ag/detail/export.h"
#include "ag/error.h"

namespace ag {

enum class DeviceKind : uint8_t { cpu, cuda, emulated };

namespace device {
struct DeviceAccess;
}  // namespace device

/// A device of this machine, as a value.
///
///     const ag::Device gpu("cuda");  // an error says why there is none
class AG_API Device {
 public:
  /// The CPU.
  Device() = default;
  /// The device of a name: "cpu", "cuda" or "cuda:0" for the first GPU, "cuda:1", …, "emulated". Throws
  /// invalid_argument for another text, and not_found if there is no such device.
  explicit Device(std::string_view name, SourceLocation location = SourceLocation::current());

  DeviceKind kind() const { return kind_; }
  /// The number of the device among those of its kind, from 0.
  int index() const { return index_; }
  /// Returns the name: "cpu", "cuda:0", "emulated".
  std::string str() const;
  friend bool operator==(const Device&, const Device&) = default;

 private:
  friend struct device::DeviceAccess;
  Device(DeviceKind kind, int index) : kind_(kind), index_(index) {}

  DeviceKind kind_ = DeviceKind::cpu;
  int index_ = 0;
};

/// Prints the name of the device.
AG_API std::ostream& operator<<(std::ostream& stream, const Device& device);

/// Returns the CPU and the GPUs of this machine. The emulated device is among them if AG_DEVICE names it.
AG_API std::vector<Device> devices();

struct DeviceProperties {
  std::string name;
  uint64_t memory_bytes = 0;
  int multiprocessors = 0;  // of a CPU: its processors
  int compute_major = 0;    // the compute capability of a GPU; 0.0 for a CPU
  int compute_minor = 0;
};

/// Returns the properties of a device. Throws device_error if its driver fails.
AG_API DeviceProperties properties(const Device& device, SourceLocation location = SourceLocation::current());

/// Returns the default device of this thread: that of the innermost DeviceScope, or of set_default_device, or of
/// AG_DEVICE in the environment, or the CPU. Throws invalid_argument if AG_DEVICE names no device, and not_found if its
/// device is not there.
AG_API Device default_device(SourceLocation location = SourceLocation::current());

/// Sets the default device of the process, of threads without a DeviceScope.
AG_API void set_default_device(const Device& device);

/// Makes a device the default of this thread, until the end of the scope.
///
///     ag::DeviceScope here(ag::Device("cuda"));
class AG_API DeviceScope {
 public:
  explicit DeviceScope(const Device& device);
  ~DeviceScope();
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  Device outer_;
  bool has_outer_;
};

}  // namespace ag
