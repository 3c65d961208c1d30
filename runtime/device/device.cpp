#include "ag/device.h"

#include <unistd.h>

#include <fstream>
#include <ostream>

#include "base/machine.h"
#include "device/device_number.h"
#include "device/driver_registry.h"

namespace ag {

namespace {

/// The device of the innermost DeviceScope of this thread.
std::optional<Device>& scoped_device() {
  thread_local std::optional<Device> device;
  return device;
}

std::string cpu_name() {
  std::ifstream facts("/proc/cpuinfo");
  for (std::string line; std::getline(facts, line);) {
    const size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "CPU";
}

DeviceProperties cpu_properties() {
  const auto pages = static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES));
  const auto page_bytes = static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  return {cpu_name(), pages * page_bytes, static_cast<int>(detail::machine().cores)};
}

/// Notes that a device has been the default of some thread.
void note_default(const Device& device) {
  if (device.kind() != DeviceKind::cpu)
    detail::call_conditions.fetch_or(detail::kMayDefaultToDevice, std::memory_order_relaxed);
}

}  // namespace

Device::Device(std::string_view name, SourceLocation location) {
  const std::optional<device::DeviceSetting> setting = device::parse_device_name(name);
  if (!setting) {
    throw Error(ErrorKind::invalid_argument,
                "there is no device '" + std::string(name) +
                    "'; a device is 'cpu', 'cuda', 'cuda:<index>', such as 'cuda:1', or 'emulated'",
                location);
  }
  if (auto absence = device::driver_registry().absence(setting->kind, setting->index)) {
    throw device::to_error(*absence, location);
  }
  kind_ = setting->kind;
  index_ = setting->index;
}

std::string Device::str() const {
  switch (kind_) {
    case DeviceKind::cpu:
      return "cpu";
    case DeviceKind::cuda:
      return "cuda:" + std::to_string(index_);
    case DeviceKind::emulated:
      return "emulated";
  }
  return "";
}

std::ostream& operator<<(std::ostream& stream, const Device& device) { return stream << device.str(); }

std::vector<Device> devices() {
  using device::DeviceAccess;
  std::vector<Device> result{Device()};
  device::DriverRegistry& registry = device::driver_registry();
  if (const auto library = registry.cuda_library()) {
    for (int i = 0; i < library.value()->device_count(); ++i) result.push_back(DeviceAccess::make(DeviceKind::cuda, i));
  }
  if (registry.setting().kind == DeviceKind::emulated) {
    result.push_back(DeviceAccess::make(DeviceKind::emulated, 0));
  }
  return result;
}

DeviceProperties properties(const Device& device, SourceLocation location) {
  if (device.kind() == DeviceKind::cpu) return cpu_properties();
  const auto driver = device::driver_registry().driver(device);
  if (!driver) throw device::to_error(driver.failure(), location);
  const device::DriverProperties& facts = driver.value()->properties();
  return {facts.name, facts.memory_bytes, facts.multiprocessors, facts.compute_major, facts.compute_minor};
}

Device default_device(SourceLocation location) {
  if (scoped_device()) return *scoped_device();
  device::DriverRegistry& registry = device::driver_registry();
  if (const std::optional<Device> device = registry.default_device()) return *device;
  const device::DeviceSetting setting = registry.setting();
  if (auto absence = registry.absence(setting.kind, setting.index)) {
    absence->message = "the device of AG_DEVICE is not there: " + device::describe(*absence);
    absence->function = "";
    throw device::to_error(*absence, location);
  }
  return device::DeviceAccess::make(setting.kind, setting.index);
}

void set_default_device(const Device& device) {
  note_default(device);
  device::driver_registry().set_default_device(device);
}

DeviceScope::DeviceScope(const Device& device) : has_outer_(scoped_device().has_value()) {
  note_default(device);
  if (has_outer_) outer_ = *scoped_device();
  scoped_device() = device;
}

DeviceScope::~DeviceScope() { scoped_device() = has_outer_ ? std::optional(outer_) : std::nullopt; }

}  // namespace ag

namespace ag::device {

DeviceNumber number_of(const Device& device, SourceLocation location) {
  constexpr int kFirstGpu = 2;
  if (device.kind() == DeviceKind::cpu) return kHost;
  if (device.kind() == DeviceKind::emulated) return 1;
  if (device.index() + kFirstGpu >= kMaxDevices) {
    throw Error(ErrorKind::unimplemented,
                "arrays on " + device.str() + ": the last GPU that arrays may use has the index " +
                    std::to_string(kMaxDevices - kFirstGpu - 1),
                location);
  }
  return static_cast<DeviceNumber>(device.index() + kFirstGpu);
}

Device device_of(DeviceNumber number) {
  if (number == kHost) return {};
  if (number == 1) return DeviceAccess::make(DeviceKind::emulated, 0);
  return DeviceAccess::make(DeviceKind::cuda, number - 2);
}

DeviceNumber default_number_of_thread(SourceLocation location) {
  if (detail::holds_any(detail::kDefaultDeviceUnread)) {
    if (driver_registry().setting().kind != DeviceKind::cpu)
      detail::call_conditions.fetch_or(detail::kMayDefaultToDevice, std::memory_order_relaxed);
    detail::call_conditions.fetch_and(static_cast<uint8_t>(~detail::kDefaultDeviceUnread), std::memory_order_relaxed);
  }
  return detail::holds_any(detail::kMayDefaultToDevice) ? number_of(default_device(location), location) : kHost;
}

}  // namespace ag::device
