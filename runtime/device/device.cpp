#include "ag/device.h"

#include <unistd.h>

#include <fstream>
#include <ostream>

#include "base/machine.h"
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

void set_default_device(const Device& device) { device::driver_registry().set_default_device(device); }

DeviceScope::DeviceScope(const Device& device) : has_outer_(scoped_device().has_value()) {
  if (has_outer_) outer_ = *scoped_device();
  scoped_device() = device;
}

DeviceScope::~DeviceScope() { scoped_device() = has_outer_ ? std::optional(outer_) : std::nullopt; }

}  // namespace ag
