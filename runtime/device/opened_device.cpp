#include "device/opened_device.h"

#include <array>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <string>

#include "base/environment.h"
#include "device/driver_registry.h"

namespace ag::device {

namespace {

/// Never destroyed: arrays and static objects may use devices until the process ends.
struct OpenedDevices {
  std::mutex mutex;  // of opening
  std::array<std::atomic<OpenedDevice*>, kMaxDevices> devices{};
};

OpenedDevices& opened_devices() {
  static auto& all = *new OpenedDevices;
  return all;
}

void check(const Status& status, SourceLocation location) {
  if (!status) throw to_error(status.failure(), location);
}

OpenedDevice* open(DeviceNumber number, Driver& driver, SourceLocation location) {
  MemoryPoolOptions options;
  options.limit_bytes = parse_memory_limit(std::getenv("AG_DEVICE_MEMORY"));
  const bool is_emulated = device_of(number).kind() == DeviceKind::emulated;
  options.keeps_memory = !(is_emulated && driver_registry().setting().options.checks);
  auto stream = driver.create_stream();
  if (!stream) throw to_error(stream.failure(), location);
  return new OpenedDevice(number, driver, stream.value(), options);
}

}  // namespace

DeviceAddress OpenedDevice::allocate(uint64_t bytes, SourceLocation location) {
  auto address = pool_.allocate(bytes);
  if (!address) throw to_error(address.failure(), location);
  return address.value();
}

void OpenedDevice::copy_to_device(DeviceAddress to, const void* from, uint64_t bytes, SourceLocation location) {
  check(driver_.copy_to_device(to, from, bytes, stream_), location);
  wait(location);
}

void OpenedDevice::copy_to_host(void* to, DeviceAddress from, uint64_t bytes, SourceLocation location) {
  check(driver_.copy_to_host(to, from, bytes, stream_), location);
  wait(location);
}

void OpenedDevice::wait(SourceLocation location) { check(pool_.wait(), location); }

OpenedDevice& opened_device(DeviceNumber number, SourceLocation location) {
  // The registry reports a fork.
  const auto driver = driver_registry().driver(device_of(number));
  if (!driver) throw to_error(driver.failure(), location);
  OpenedDevices& all = opened_devices();
  std::atomic<OpenedDevice*>& device = all.devices[number];
  if (!device.load(std::memory_order_acquire)) {
    const std::lock_guard lock(all.mutex);
    if (!device.load(std::memory_order_relaxed))
      device.store(open(number, *driver.value(), location), std::memory_order_release);
  }
  return *device.load(std::memory_order_acquire);
}

void release_memory(DeviceNumber number, DeviceAddress address) noexcept {
  opened_devices().devices[number].load(std::memory_order_acquire)->pool().release(address);
}

uint64_t parse_memory_limit(const char* text) {
  const std::string_view value = text ? text : "";
  if (value.empty()) return UINT64_MAX;
  const std::optional<uint64_t> bytes = parse_size(value);
  if (!bytes || *bytes == 0) {
    throw detail::environment_error("AG_DEVICE_MEMORY is '" + std::string(value) +
                                    "'; it is a number of bytes, with k, m or g for units of 1024, such as 8g");
  }
  return *bytes;
}

}  // namespace ag::device
